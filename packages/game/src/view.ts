import { COLORS, type Color, type Happening, type Referee, type View, type Viewer } from '@chessmith/rules';
import { readClocks } from './clock/clocks.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import {
  firstMoveDueAt,
  type Game,
  type Offers,
  type PlayedMove,
  type Promotion,
  type Situation,
  seatsOf,
} from './game.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import { publicView } from './public-view.js';
import type { Sides } from './sides.js';
import { elapsedMs, type Instant, type Millis, type Ply, type Version } from './units.js';

/** A game as one person sees it: plain JSON, without anything that is secret while the game goes on. */
export type GameView = {
  readonly id: GameId | null;
  readonly version: Version;
  readonly situation: Situation;
  readonly host: PersonId | null;
  readonly alias: Alias | null;
  /** For the host and the players, while a seat is free. */
  readonly joinCode: JoinCode | null;
  readonly configuration: GameConfiguration | null;
  readonly seats: Sides<PersonId | null>;
  /** The seats of the person who looks. */
  readonly yours: readonly Color[];
  readonly board: View | null;
  readonly turn: Color | null;
  readonly ply: Ply;
  readonly moves: readonly MoveView[];
  readonly promotion: Promotion | null;
  readonly clocks: ClocksView | null;
  readonly offers: Offers;
  readonly end: GameEnd | null;
  readonly next: GameId | null;
};

export type ClocksView = {
  readonly remainingMs: Sides<Millis>;
  readonly running: Color | null;
  /** In how long the game is aborted unless the side to move makes its first move, which is free; null otherwise. */
  readonly abortInMs: Millis | null;
};

export type MoveView = {
  readonly color: Color;
  readonly notation: string;
  readonly happened: readonly Happening[];
  readonly tookMs: Millis;
};

/** What one person sees of a game that no news tells, since it is not the same for everyone. */
export type PersonalView = Pick<GameView, 'yours' | 'joinCode' | 'board'>;

/** What `person` (null for somebody unknown) sees of a game at this moment. */
export const gameView =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null, now: Instant): GameView => ({
    ...standing(referee, game, person),
    clocks: clocksAt(game, now),
  });

/** The same as JSON. All of it but the clocks is written once for all who see the same, and kept until the next fact. */
export const gameText =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null, now: Instant): string =>
    `${standingText(referee, game, person)},"clocks":${clocksText(clocksAt(game, now))}}`;

let lastSeen: { readonly game: object; readonly as: number } | undefined;
let lastSeenText = '';

/** What `person` sees beyond the news, as JSON. Those who see the same are told one after the other: it is written once. */
export const personalText =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null): string => {
    const as = part(game, person);
    if (lastSeen?.game !== game || lastSeen.as !== as) {
      lastSeenText = JSON.stringify(personal(referee, game, person));
      lastSeen = { game, as };
    }
    return lastSeenText;
  };

function personal<P>(referee: Referee<P>, game: Game<P>, person: PersonId | null): PersonalView {
  const yours = person === null ? [] : seatsOf(game, person);
  return {
    yours,
    joinCode: person !== null && (person === game.host || yours.length > 0) ? openCode(game) : null,
    board: viewedBy(referee, game, yours),
  };
}

type Standing = Omit<GameView, 'clocks'>;

/** What no passing time changes. */
function standing<P>(referee: Referee<P>, game: Game<P>, person: PersonId | null): Standing {
  const { id, version, situation, host, alias, configuration, seats, board, offers, end, next } = game;
  const { yours, joinCode, board: seen } = personal(referee, game, person);
  return {
    id,
    version,
    situation,
    host,
    alias,
    joinCode,
    configuration,
    seats,
    yours,
    board: seen,
    turn: board?.turn ?? null,
    ply: (board?.moves.length ?? 0) as Ply,
    moves: board?.moves.map(moveView) ?? [],
    promotion: game.promotion,
    offers,
    end,
    next,
  };
}

/** What the clocks show at this moment; null where there are none. */
export function clocksAt(game: Game, now: Instant): GameView['clocks'] {
  const { clocks } = game;
  if (clocks === null) return null;
  const dueAt = firstMoveDueAt(game);
  return {
    remainingMs: readClocks(clocks, now),
    running: clocks.running,
    abortInMs: dueAt === null ? null : elapsedMs(now, dueAt),
  };
}

function clocksText(clocks: GameView['clocks']): string {
  if (clocks === null) return 'null';
  const { remainingMs, running, abortInMs } = clocks;
  const name = running === null ? 'null' : `"${running}"`;
  return `{"remainingMs":{"white":${remainingMs.white},"black":${remainingMs.black}},"running":${name},"abortInMs":${abortInMs}}`;
}

/** Games are replaced, not changed: a text goes with its game. */
const texts = new WeakMap<object, { readonly referee: object; readonly seenAs: (string | undefined)[] }>();

/** Without its last brace. */
function standingText<P>(referee: Referee<P>, game: Game<P>, person: PersonId | null): string {
  const known = texts.get(game);
  const kept = known?.referee === referee ? known : { referee, seenAs: [] };
  if (kept !== known) texts.set(game, kept);
  const as = part(game, person);
  kept.seenAs[as] ??= JSON.stringify(standing(referee, game, person)).slice(0, -1);
  return kept.seenAs[as];
}

/** A number for the part that somebody has in a game, on which alone depends what they see. */
function part({ seats, host }: Game, person: PersonId | null): number {
  if (person === null) return 0;
  return (seats.white === person ? 1 : 0) + (seats.black === person ? 2 : 0) + (host === person ? 4 : 0);
}

/** A move without its record, which may hold a secret. */
export const moveView = ({ color, notation, happened, tookMs }: PlayedMove): MoveView => ({
  color,
  notation,
  happened,
  tookMs,
});

function viewedBy<P>(referee: Referee<P>, game: Game<P>, yours: readonly Color[]): View | null {
  if (game.board === null || game.end !== null || yours.length === 0) return publicView(referee, game);
  const viewer: Viewer = { kind: 'player', color: yours.length === 1 ? yours[0]! : game.board.turn };
  return referee.view(game.board.position, viewer);
}

const openCode = ({ joinCode, seats, end }: Game): JoinCode | null =>
  end === null && COLORS.some((color) => seats[color] === null) ? joinCode : null;
