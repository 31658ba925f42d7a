import { outcomeOf } from '../../engine/outcome.js';
import { play, undo } from '../../engine/play.js';
import { clonePosition, PASSED, type Position, rehash, TURN } from '../../engine/position.js';
import { checkedSquares, compile, type Move } from '../../engine.js';
import { formatSquare } from '../../geometry.js';
import type { Outcome, Profile } from '../../outcome.js';

/** What the classical referee hands around: a place in a line of play. It never changes, though the line's board does. */
export type ClassicalPosition = {
  readonly line: SharedBoard;
  /** Null at the start. */
  readonly before: ClassicalPosition | null;
  /** The move that led here, as UCI and as the engine plays it. */
  readonly move: string;
  readonly played: Move;
  readonly ply: number;
};

/**
 * The one board of many positions, which stands where it was looked at last: a copy for every move would cost more than
 * the move. A game has one line; what branches off (a takeback, an analysis) walks on the same board, or has its own.
 */
export type SharedBoard = {
  readonly opening: Opening;
  readonly board: Position;
  at: ClassicalPosition;
  /** The position that was weighed last, how it has ended, and the squares of the royal pieces in check. */
  weighed: ClassicalPosition | null;
  outcome: Outcome | null;
  checked: readonly string[];
};

/** What the record of a start holds. */
export type Opening = {
  readonly fen: string;
  readonly number?: number;
  readonly unmoved?: readonly string[];
  readonly profile: Profile;
  readonly free: boolean;
};

/** The first position of a line on this board, which is the line's from now on. */
export function openSharedBoard(opening: Opening, board: Position): ClassicalPosition {
  return beginLine(opening, board, { before: null, move: '', played: 0, ply: 0 });
}

/** The board as it stands at this position; true until another position is looked at. */
export function boardAt(position: ClassicalPosition): Position {
  const { line } = position;
  if (line.at !== position) walkTo(line, position);
  return line.board;
}

/** The position after a legal move; its line's board stands there now. */
export function playedOn(position: ClassicalPosition, move: string, played: Move): ClassicalPosition {
  const { line, ply } = position;
  play(boardAt(position), played);
  line.at = { line, before: position, move, played, ply: ply + 1 };
  return line.at;
}

/** The position after a move that has been played on a board of its own. */
export function playedApart(before: ClassicalPosition, move: string, played: Move, board: Position): ClassicalPosition {
  return beginLine(before.line.opening, board, { before, move, played, ply: before.ply + 1 });
}

/** How the game has ended at this position by its rules, which analysis goes past. */
export const outcomeAt = (position: ClassicalPosition): Outcome | null => weighed(position).outcome;

/** The squares of the attacked royal pieces of the side to move. */
export const checkedAt = (position: ClassicalPosition): readonly string[] => weighed(position).checked;

/** Both are asked for by the notation, the ruling, the view and the next move, and found out once. */
function weighed(position: ClassicalPosition): SharedBoard {
  const { line } = position;
  if (line.weighed === position) return line;
  const board = boardAt(position);
  const { tables } = board;
  const { profile, free } = line.opening;
  const checked = checkedSquares(board);
  line.checked = checked.length === 0 ? NOBODY : checked.map((square) => formatSquare(tables, square));
  // The tables of analysis know no early end; the outcome is still what the rules say.
  line.outcome = outcomeOf(free ? { ...board, tables: compile(tables.ruleset).tables } : board, profile);
  line.weighed = position;
  return line;
}

const NOBODY: readonly string[] = Object.freeze([]);

function beginLine(opening: Opening, board: Position, place: Omit<ClassicalPosition, 'line'>): ClassicalPosition {
  const line = { opening, board, weighed: null, outcome: null, checked: NOBODY } as unknown as SharedBoard;
  line.at = { line, ...place };
  return line.at;
}

/** Takes back what the two do not share, and plays what leads on. */
function walkTo(line: SharedBoard, target: ClassicalPosition): void {
  const { board } = line;
  const ahead: Move[] = [];
  let here = line.at;
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
  line.at = target;
}

/** A copy with the other side to move, as free analysis allows; nobody can capture en passant any more. */
export function withOtherTurn(board: Position): Position {
  const turned = clonePosition(board);
  turned.state[TURN]! ^= 1;
  turned.state[PASSED] = -1;
  rehash(turned);
  return turned;
}
