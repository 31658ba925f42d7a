import { COLORS, type Color, type GameRecord, type Happening, opposite } from '@chessmith/rules';
import type { Clocks } from './clock/clocks.js';
import { flagFallsAt } from './clock/clocks.js';
import type { Actor, OfferKind } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import type { GlanceCache } from './glance-cache.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import { bothSides, type Sides } from './sides.js';
import { type Instant, later, type Millis, type Version } from './units.js';

/** Where a game stands in its life. `absent` is a game of which no fact is known. */
export const SITUATIONS = [
  'absent',
  'not-configured',
  'waiting-for-players',
  'ready',
  'running',
  'terminated',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** A game as its facts tell it. The position is opaque to everyone but its referee. */
export type Game<P = unknown> = {
  readonly version: Version;
  readonly situation: Situation;
  readonly id: GameId | null;
  readonly host: PersonId | null;
  readonly alias: Alias | null;
  readonly joinCode: JoinCode | null;
  readonly configuration: GameConfiguration | null;
  readonly seats: Sides<PersonId | null>;
  /** The opened board; null until the game is configured. */
  readonly board: Board<P> | null;
  /** Null before the start. */
  readonly startedAt: Instant | null;
  /** Since when the side to move may think; null before the start. */
  readonly turnSince: Instant | null;
  /** A pawn that has arrived and waits for its role; the position does not know of it yet. */
  readonly promotion: Promotion | null;
  readonly clocks: Clocks | null;
  readonly offers: Offers;
  /** Who has offered what since the last move; nobody repeats an offer before another move. */
  readonly offered: { readonly [what in OfferKind]: Sides<boolean> };
  readonly end: GameEnd | null;
  /** The rematch, once agreed. */
  readonly next: GameId | null;
};

export type Board<P> = {
  readonly start: GameRecord;
  readonly startTurn: Color;
  readonly position: P;
  readonly sight: GlanceCache<P>;
  readonly turn: Color;
  readonly moves: readonly PlayedMove[];
};

export type PlayedMove = {
  readonly color: Color;
  readonly notation: string;
  readonly record: GameRecord;
  readonly happened: readonly Happening[];
  readonly usedChance: boolean;
  readonly tookMs: Millis;
};

export type Promotion = { readonly from: string; readonly to: string; readonly roles: readonly string[] };

export type Offers = {
  readonly draw: { readonly by: Color } | null;
  readonly takeback: { readonly by: Color; readonly plies: number } | null;
  readonly rematch: { readonly by: Color } | null;
};

/** A game that is being played. */
export type RunningGame<P> = Game<P> & {
  readonly situation: 'running';
  readonly id: GameId;
  readonly configuration: GameConfiguration;
  readonly board: Board<P>;
  readonly startedAt: Instant;
  readonly turnSince: Instant;
};

export const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: null };
export const NOTHING_OFFERED: Game['offered'] = {
  draw: { white: false, black: false },
  takeback: { white: false, black: false },
  rematch: { white: false, black: false },
};

const ABSENT: Game<never> = {
  version: 0 as Version,
  situation: 'absent',
  id: null,
  host: null,
  alias: null,
  joinCode: null,
  configuration: null,
  seats: bothSides(() => null),
  board: null,
  startedAt: null,
  turnSince: null,
  promotion: null,
  clocks: null,
  offers: NO_OFFERS,
  offered: NOTHING_OFFERED,
  end: null,
  next: null,
};

/** The state before the first fact. */
export const noGame = <P>(): Game<P> => ABSENT;

/** Whether moves are played: it has started and not ended. */
export const isRunning = <P>(game: Game<P>): game is RunningGame<P> => game.situation === 'running';

/** Whether it is there and has not started. */
export const isWaiting = ({ situation }: Pick<Game, 'situation'>): boolean =>
  situation === 'not-configured' || situation === 'waiting-for-players' || situation === 'ready';

/** Whether this side has played a move that was not taken back. */
export const hasMoved = ({ board }: Game, color: Color): boolean =>
  board?.moves.some((move) => move.color === color) === true;

/** Until then the game can only be aborted; from then on it has a result. */
export const haveBothMoved = (game: Game): boolean => hasMoved(game, 'white') && hasMoved(game, 'black');

/** The seats a person holds. */
export const seatsOf = ({ seats }: Pick<Game, 'seats'>, actor: Actor): readonly Color[] =>
  COLORS.filter((color) => seats[color] !== null && seats[color] === actor);

/** Whether one person holds both seats and so agrees with whatever they propose. */
export const isSolitary = ({ seats }: Pick<Game, 'seats'>): boolean =>
  seats.white !== null && seats.white === seats.black;

/**
 * When the flag falls, or a first move that is free is overdue, if nothing happens before; null where neither is waited for.
 * The service gives `FlagFall` from then on.
 */
export function deadlineOf(game: Game): Instant | null {
  if (game.situation !== 'running' || game.clocks === null) return null;
  return flagFallsAt(game.clocks) ?? firstMoveDueAt(game);
}

/** When the game is aborted unless the side to move makes its first move; null where that is not waited for. */
export function firstMoveDueAt({ situation, clocks, configuration }: Game): Instant | null {
  const { firstMoveMs } = configuration ?? {};
  const isAwaited = situation === 'running' && clocks?.running === null && firstMoveMs !== undefined;
  return isAwaited ? later(clocks.since, firstMoveMs) : null;
}

/** The configuration of the game that follows: the same once more, colours exchanged. */
export function rematchConfiguration({ id, configuration, seats }: Game): GameConfiguration {
  if (id === null || configuration === null) throw new Error('a game that was never configured has no rematch');
  return { ...configuration, seats: bothSides((color) => seats[opposite(color)]), origin: { kind: 'rematch', of: id } };
}
