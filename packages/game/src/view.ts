import { COLORS, type Color, type Happening, type Referee, type View, type Viewer } from '@chessmith/rules';
import type { PlayedMove } from './board.js';
import { readClocks } from './clock/clocks.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import { firstMoveDueAt, type Game, type Offers, type PendingPromotion, type Situation, seatsOf } from './game.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import { publicView } from './public-view.js';
import type { Sides } from './sides.js';
import { elapsedMs, type Instant, type Millis, type Ply, type Version } from './units.js';

/** A game as one viewer sees it: plain JSON, without secrets while the game runs. */
export type GameView = {
  readonly id: GameId | null;
  readonly version: Version;
  readonly situation: Situation;
  readonly host: PersonId | null;
  readonly alias: Alias | null;
  /** Only for the host and the players, while a seat is free. */
  readonly joinCode: JoinCode | null;
  readonly configuration: GameConfiguration | null;
  readonly seats: Sides<PersonId | null>;
  /** The viewer's own seats. */
  readonly yours: readonly Color[];
  readonly board: View | null;
  readonly turn: Color | null;
  readonly ply: Ply;
  readonly moves: readonly MoveView[];
  readonly promotion: PendingPromotion | null;
  readonly clocks: ClocksView | null;
  readonly offers: Offers;
  readonly end: GameEnd | null;
  readonly next: GameId | null;
};

export type ClocksView = {
  readonly remainingMs: Sides<Millis>;
  readonly running: Color | null;
  /** Time until the game is aborted unless the side to move makes its free first move; null if none is pending. */
  readonly abortInMs: Millis | null;
};

export type MoveView = {
  readonly color: Color;
  readonly notation: string;
  readonly happened: readonly Happening[];
  readonly tookMs: Millis;
};

/** The viewer-specific part of a game, which broadcasts leave out. */
export type PersonalView = Pick<GameView, 'yours' | 'joinCode' | 'board'>;

/** The part of a view that changes only with facts, not with time. */
export type TimelessView = Omit<GameView, 'clocks'>;

/** The game as `person` (null for an anonymous viewer) sees it at `now`. */
export const gameView =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null, now: Instant): GameView => ({
    ...timelessView(referee)(game, person),
    clocks: clocksAt(game, now),
  });

export const personalView =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null): PersonalView => {
    const yours = person === null ? [] : seatsOf(game, person);
    return {
      yours,
      joinCode: person !== null && (person === game.host || yours.length > 0) ? usableJoinCode(game) : null,
      board: boardFor(referee, game, yours),
    };
  };

export const timelessView =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, person: PersonId | null): TimelessView => {
    const { id, version, situation, host, alias, configuration, seats, board, offers, end, next } = game;
    const { yours, joinCode, board: visibleBoard } = personalView(referee)(game, person);
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
      board: visibleBoard,
      turn: board?.turn ?? null,
      ply: (board?.moves.length ?? 0) as Ply,
      moves: board?.moves.map(moveView) ?? [],
      promotion: game.promotion,
      offers,
      end,
      next,
    };
  };

/** What the clocks show at `now`; null for a game without clocks. */
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

/** Bits for white, black and host (0 to 7); viewers with the same number see the same. */
export function viewerKind({ seats, host }: Pick<Game, 'seats' | 'host'>, person: PersonId | null): number {
  if (person === null) return 0;
  return (seats.white === person ? 1 : 0) + (seats.black === person ? 2 : 0) + (host === person ? 4 : 0);
}

/** A move without its record, which may contain a secret. */
export const moveView = ({ color, notation, happened, tookMs }: PlayedMove): MoveView => ({
  color,
  notation,
  happened,
  tookMs,
});

/** A player of both sides sees the board as the side to move. */
function boardFor<P>(referee: Referee<P>, game: Game<P>, yours: readonly Color[]): View | null {
  if (game.board === null || game.end !== null || yours.length === 0) return publicView(referee, game);
  const viewer: Viewer = { kind: 'player', color: yours.length === 1 ? yours[0]! : game.board.turn };
  return referee.view(game.board.position, viewer);
}

const usableJoinCode = ({ joinCode, seats, end }: Game): JoinCode | null =>
  end === null && COLORS.some((color) => seats[color] === null) ? joinCode : null;
