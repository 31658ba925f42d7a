import {
  type Actor,
  type Alias,
  type ClockSetting,
  configure,
  type GameConfiguration,
  type Millis,
  type Origin,
  parseAlias,
  parseRulesetId,
  SERVER,
} from '@chessmith/game';
import { COLORS } from '@chessmith/rules';
import { err, mapOk, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { ServerChance } from '../ports/index.js';
import type { ClockOptions, GameOptions, ServiceRefusal } from '../service.js';

type Seats = GameConfiguration['seats'];

/** Nobody loses by a page that is loaded again or a phone that changes its network. */
const MIN_ABANDONED_MS = 10_000;

/** What the server adds to what players ask for. */
export type ServerChoices = {
  readonly chance: ServerChance;
  /** For how long the first move of each side is free in new games; 0 for clocks that run from the start. */
  readonly firstMoveMs: number;
};

/** The configuration that a wish asks for, with what is left to chance drawn. */
export function configurationFromOptions(
  by: Actor,
  options: GameOptions,
  { chance, firstMoveMs }: ServerChoices,
  origin: Origin | null = null,
): Result<GameConfiguration, ServiceRefusal> {
  const ruleset = parseRulesetId(options.ruleset ?? 'standard');
  if (!ruleset.ok) return ruleset;
  // Nobody would ever take the seat. The server itself may: seed 000 keeps the word, and people join such games.
  if (options.against === 'computer' && by !== SERVER) {
    return err(refusal('game/no-computer', 'No computer plays here yet. Leave `against` out to play with people.'));
  }
  if (options.isRated) {
    return err(refusal('game/no-ratings', 'No games are rated here yet. Leave `isRated` out.'));
  }
  if (typeof options.abandonedAfterMs === 'number' && options.abandonedAfterMs < MIN_ABANDONED_MS) {
    const message = `\`abandonedAfterMs\` is at least ${MIN_ABANDONED_MS}: a page may need seconds to reconnect.`;
    return err(refusal('game/abandoned-too-soon', message, { leastMs: MIN_ABANDONED_MS }));
  }
  const { side: _, seats: __, alias: ___, configureLater: ____, ruleset: _____, clock, ...rest } = options;
  const timed = clock === undefined ? rest : { ...rest, clock: settingOf(clock) };
  const free = firstMoveMs > 0 && isFirstMoveFree(by, options) ? { firstMoveMs: firstMoveMs as Millis } : {};
  return mapOk(seatsOf(by, options, chance), (seats) =>
    configure({ ...timed, ...free, ruleset: ruleset.value, seats, origin }),
  );
}

/** In real time between people. Adapters for other protocols, whose timers tick from the start, make games as the server. */
const isFirstMoveFree = (by: Actor, { clock, hotSeat }: GameOptions): boolean =>
  by !== SERVER && hotSeat !== true && (clock?.kind === 'per-move' || clock?.kind === 'per-player');

/** Whether a wish for a game that is configured later leaves it at that: what else it said would be forgotten. */
export function checkConfiguredLater({
  configureLater: _,
  alias: __,
  ...rest
}: GameOptions): Result<null, ServiceRefusal> {
  const fields = Object.keys(rest);
  if (fields.length === 0) return ok(null);
  const names = fields.map((field) => `\`${field}\``).join(', ');
  const message = `A game that is made with \`configureLater\` takes ${names} when it is configured: say it then, or leave \`configureLater\` out.`;
  return err(refusal('game/options-too-early', message, { fields }));
}

const settingOf = (clock: ClockOptions): ClockSetting =>
  clock.kind === 'per-player' ? { ...clock, incrementMs: clock.incrementMs ?? (0 as Millis) } : clock;

export const aliasOf = ({ alias }: GameOptions): Result<Alias | undefined, ServiceRefusal> =>
  alias === undefined ? ok(undefined) : parseAlias(alias);

function seatsOf(
  by: Actor,
  { side, seats, hotSeat }: GameOptions,
  chance: ServerChance,
): Result<Seats, ServiceRefusal> {
  if (seats !== undefined && side !== undefined && side !== 'none') {
    return err(refusal('game/side-and-seats', 'Say which `side` you take or who sits where (`seats`), not both.'));
  }
  if (seats !== undefined) {
    const named = { white: seats.white ?? null, black: seats.black ?? null };
    const isOwn = by === SERVER || COLORS.every((color) => named[color] === null || named[color] === by);
    return isOwn ? ok(named) : err(refusal('game/not-your-seat', 'You can take a seat only for yourself.'));
  }
  const defaultSide = hotSeat ? 'both' : 'random';
  const wanted = by === SERVER ? 'none' : (side ?? defaultSide);
  const colors =
    wanted === 'both' ? COLORS : wanted === 'none' ? [] : [wanted === 'random' ? COLORS[chance.int(2)]! : wanted];
  const person = by === SERVER ? null : by;
  return ok({
    white: colors.includes('white') ? person : null,
    black: colors.includes('black') ? person : null,
  });
}
