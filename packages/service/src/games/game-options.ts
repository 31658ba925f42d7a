import {
  type Actor,
  type Alias,
  type ClockSetting,
  configure,
  type GameConfiguration,
  type GameOrigin,
  type Millis,
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

/** Reloading a page or changing the network takes seconds and must not lose a game. */
const MIN_ABANDONED_MS = 10_000;

/** Choices that the server adds to the options of a player. */
export type ServerChoices = {
  readonly chance: ServerChance;
  /** How long each side may take for its first move before its clock runs; 0 for clocks that run from the start. */
  readonly firstMoveMs: number;
};

/** The configuration for these options. Draws the sides at random where they are left open. */
export function configurationFromOptions(
  by: Actor,
  options: GameOptions,
  { chance, firstMoveMs }: ServerChoices,
  origin: GameOrigin | null = null,
): Result<GameConfiguration, ServiceRefusal> {
  const ruleset = parseRulesetId(options.ruleset ?? 'standard');
  if (!ruleset.ok) return ruleset;
  // No player would take that seat. The server may set it: the Chess Game Service API has the word, and people join those
  // games.
  if (options.against === 'computer' && by !== SERVER) {
    return err(
      refusal('game/no-computer', 'There are no computer opponents yet. Leave `against` out to play with people.'),
    );
  }
  if (options.isRated) {
    return err(refusal('game/no-ratings', 'There are no rated games yet. Leave `isRated` out.'));
  }
  if (typeof options.abandonedAfterMs === 'number' && options.abandonedAfterMs < MIN_ABANDONED_MS) {
    const message = `\`abandonedAfterMs\` must be at least ${MIN_ABANDONED_MS}, because a page may need seconds to reconnect.`;
    return err(refusal('game/abandoned-too-soon', message, { leastMs: MIN_ABANDONED_MS }));
  }
  const { side: _, seats: __, alias: ___, configureLater: ____, ruleset: _____, clock, ...rest } = options;
  const timed = clock === undefined ? rest : { ...rest, clock: settingOf(clock) };
  const free = firstMoveMs > 0 && isFirstMoveFree(by, options) ? { firstMoveMs: firstMoveMs as Millis } : {};
  return mapOk(seatsOf(by, options, chance), (seats) =>
    configure({ ...timed, ...free, ruleset: ruleset.value, seats, origin }),
  );
}

/**
 * Only for clocks in real time between people. Adapters of other protocols, whose timers run from the start, create
 * games as the server.
 */
const isFirstMoveFree = (by: Actor, { clock, hotSeat }: GameOptions): boolean =>
  by !== SERVER && hotSeat !== true && (clock?.kind === 'per-move' || clock?.kind === 'per-player');

/** Refuses options beside `configureLater`: they would be lost. */
export function checkConfiguredLater({
  configureLater: _,
  alias: __,
  ...rest
}: GameOptions): Result<null, ServiceRefusal> {
  const fields = Object.keys(rest);
  if (fields.length === 0) return ok(null);
  const names = fields.map((field) => `\`${field}\``).join(', ');
  const message = `With \`configureLater\`, set ${names} when you configure the game, or leave \`configureLater\` out.`;
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
    return err(refusal('game/side-and-seats', 'Give either `side` or `seats`, not both.'));
  }
  if (seats !== undefined) {
    const named = { white: seats.white ?? null, black: seats.black ?? null };
    const isOwn = by === SERVER || COLORS.every((color) => named[color] === null || named[color] === by);
    return isOwn ? ok(named) : err(refusal('game/not-your-seat', 'You can only seat yourself.'));
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
