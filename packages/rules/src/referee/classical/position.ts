import { outcomeOf } from '../../engine/outcome.js';
import { play, undo } from '../../engine/play.js';
import { clonePosition, PASSED, type Position, rehash, TURN } from '../../engine/position.js';
import { checkedSquares, compile, type Move } from '../../engine.js';
import { formatSquare } from '../../geometry.js';
import type { Outcome, Profile } from '../../outcome.js';

/** An immutable position of the classical referee. Many of them share one mutable engine board. */
export type ClassicalPosition = {
  readonly shared: SharedBoard;
  /** The previous position; null at the start. */
  readonly before: ClassicalPosition | null;
  /** The move that led here: UCI text, and the engine's number. */
  readonly move: string;
  readonly played: Move;
  readonly ply: number;
};

/**
 * One engine board shared by many positions; it holds the position that was read last. Copying a board for every move
 * would cost more than the move itself. Takebacks and analysis reuse the board of their game or get their own.
 */
export type SharedBoard = {
  readonly start: StartRecord;
  readonly board: Position;
  at: ClassicalPosition;
  /** Cache for one position: its outcome and the squares of its royal pieces in check. */
  evaluated: ClassicalPosition | null;
  outcome: Outcome | null;
  checked: readonly string[];
};

/** The stored record of a start. */
export type StartRecord = {
  readonly fen: string;
  readonly number?: number;
  readonly unmoved?: readonly string[];
  readonly profile: Profile;
  readonly free: boolean;
};

/** Creates the first position of a game; the board is owned by it from now on. */
export function createSharedBoard(start: StartRecord, board: Position): ClassicalPosition {
  return sharedPosition(start, board, { before: null, move: '', played: 0, ply: 0 });
}

/** The engine board set to this position; valid until another position of the same board is read. */
export function boardAt(position: ClassicalPosition): Position {
  const { shared } = position;
  if (shared.at !== position) walkTo(shared, position);
  return shared.board;
}

/** The position after a legal move; the shared board moves along. */
export function afterMove(position: ClassicalPosition, move: string, played: Move): ClassicalPosition {
  const { shared, ply } = position;
  play(boardAt(position), played);
  shared.at = { shared, before: position, move, played, ply: ply + 1 };
  return shared.at;
}

/** The position after a move that was played on a separate board. */
export function afterMoveOnCopy(
  before: ClassicalPosition,
  move: string,
  played: Move,
  board: Position,
): ClassicalPosition {
  return sharedPosition(before.shared.start, board, { before, move, played, ply: before.ply + 1 });
}

/** The outcome of this position by its rules; in analysis play may continue after it. */
export const outcomeAt = (position: ClassicalPosition): Outcome | null => evaluated(position).outcome;

/** Squares of the attacked royal pieces of the side to move. */
export const checkedAt = (position: ClassicalPosition): readonly string[] => evaluated(position).checked;

/** Notation, ruling, view and the next move all need both values, so they are computed once. */
function evaluated(position: ClassicalPosition): SharedBoard {
  const { shared } = position;
  if (shared.evaluated === position) return shared;
  const board = boardAt(position);
  const { tables } = board;
  const { profile, free } = shared.start;
  const checked = checkedSquares(board);
  shared.checked = checked.length === 0 ? NO_SQUARES : checked.map((square) => formatSquare(tables, square));
  // The tables for analysis have no early end; the outcome uses the ruleset's own tables.
  shared.outcome = outcomeOf(free ? { ...board, tables: compile(tables.ruleset).tables } : board, profile);
  shared.evaluated = position;
  return shared;
}

const NO_SQUARES: readonly string[] = Object.freeze([]);

function sharedPosition(
  start: StartRecord,
  board: Position,
  place: Omit<ClassicalPosition, 'shared'>,
): ClassicalPosition {
  const shared = { start, board, evaluated: null, outcome: null, checked: NO_SQUARES } as unknown as SharedBoard;
  shared.at = { shared, ...place };
  return shared.at;
}

/** Moves the shared board to another position: undo to the common ancestor, then play forward. */
function walkTo(shared: SharedBoard, target: ClassicalPosition): void {
  const { board } = shared;
  const ahead: Move[] = [];
  let here = shared.at;
  let there = target;
  while (here !== there) {
    if (here.ply >= there.ply) {
      undo(board);
      here = here.before!;
    } else {
      ahead.push(there.played);
      there = there.before!;
    }
  }
  for (let i = ahead.length - 1; i >= 0; i--) play(board, ahead[i]!);
  shared.at = target;
}

/** A copy with the other side to move, for free analysis; en passant is no longer possible. */
export function withOtherTurn(board: Position): Position {
  const turned = clonePosition(board);
  turned.state[TURN]! ^= 1;
  turned.state[PASSED] = -1;
  rehash(turned);
  return turned;
}
