import { COLORS, type Color, opposite } from '@chessmith/rules';
import type { Board } from './board.js';
import type { Clocks } from './clock/clocks.js';
import { flagFallsAt } from './clock/clocks.js';
import type { Actor, OfferKind } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import { bothSides, type Sides } from './sides.js';
import { type Instant, later, type Version } from './units.js';

/** The stages of a game's life cycle. `absent`: no fact is stored. */
export const SITUATIONS = [
  'absent',
  'not-configured',
  'waiting-for-players',
  'ready',
  'running',
  'terminated',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** The state of a game, folded from its facts. Only its referee can read the position. */
export type Game<P = unknown> = {
  readonly version: Version;
  readonly situation: Situation;
  readonly id: GameId | null;
  readonly host: PersonId | null;
  readonly alias: Alias | null;
  readonly joinCode: JoinCode | null;
  readonly configuration: GameConfiguration | null;
  readonly seats: Sides<PersonId | null>;
  /** Null until the game is configured. */
  readonly board: Board<P> | null;
  /** Null before the start. */
  readonly startedAt: Instant | null;
  /** When the current turn began; null before the start. */
  readonly turnSince: Instant | null;
  /** A pawn move without a chosen role; the position still shows the pawn on `from`. */
  readonly promotion: PendingPromotion | null;
  readonly clocks: Clocks | null;
  readonly offers: Offers;
  /** The offers that each side has made since the last move; a side may not repeat one before another move. */
  readonly offered: { readonly [what in OfferKind]: Sides<boolean> };
  readonly end: GameEnd | null;
  /** The rematch, once agreed. */
  readonly next: GameId | null;
};

export type PendingPromotion = { readonly from: string; readonly to: string; readonly roles: readonly string[] };

export type Offers = {
  readonly draw: { readonly by: Color } | null;
  readonly takeback: { readonly by: Color; readonly plies: number } | null;
  readonly rematch: { readonly by: Color } | null;
};

/** A game in progress; fields that are null before the start are set. */
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

/** Whether the game has started and not ended. */
export const isRunning = <P>(game: Game<P>): game is RunningGame<P> => game.situation === 'running';

/** Whether the game exists and has not started. */
export const isWaiting = ({ situation }: Pick<Game, 'situation'>): boolean =>
  situation === 'not-configured' || situation === 'waiting-for-players' || situation === 'ready';

/** Whether this side has a move on the board that was not taken back. */
export const hasMoved = ({ board }: Game, color: Color): boolean =>
  board?.moves.some((move) => move.color === color) === true;

/** Until both sides have moved, players may abort the game; after that, it ends with a result. */
export const haveBothMoved = (game: Game): boolean => hasMoved(game, 'white') && hasMoved(game, 'black');

/** The colours that a person plays; both in a hot-seat game. */
export const seatsOf = ({ seats }: Pick<Game, 'seats'>, actor: Actor): readonly Color[] =>
  COLORS.filter((color) => seats[color] !== null && seats[color] === actor);

/** Whether one person holds both seats; every offer is then accepted at once. */
export const isPlayedByOnePerson = ({ seats }: Pick<Game, 'seats'>): boolean =>
  seats.white !== null && seats.white === seats.black;

/**
 * When the flag of the side to move falls, or its free first move is overdue; null if there is no deadline. The service then
 * sends `FlagFall`.
 */
export function deadlineOf(game: Game): Instant | null {
  if (game.situation !== 'running' || game.clocks === null) return null;
  return flagFallsAt(game.clocks) ?? firstMoveDueAt(game);
}

/** When the game is aborted unless the side to move makes its free first move; null if there is no such deadline. */
export function firstMoveDueAt({ situation, clocks, configuration }: Game): Instant | null {
  const { firstMoveMs } = configuration ?? {};
  const isAwaited = situation === 'running' && clocks?.running === null && firstMoveMs !== undefined;
  return isAwaited ? later(clocks.since, firstMoveMs) : null;
}

/** The configuration of a rematch: the same game with colours swapped. */
export function rematchConfiguration({ id, configuration, seats }: Game): GameConfiguration {
  if (id === null || configuration === null)
    throw new Error('cannot configure a rematch of a game that is not configured');
  return { ...configuration, seats: bothSides((color) => seats[opposite(color)]), origin: { kind: 'rematch', of: id } };
}
