import { type Board, cloneBoard, copyBoard, takeBoard } from './board.js';
import { mergeMoves, splitMoves, standardMoves } from './generate.js';
import { positionHash } from './hash.js';
import type { Move, MoveList } from './move.js';
import { playMove } from './play.js';

/** One board on which moves are played and undone, for computer players; frames are reused, so it allocates little. */
export type UndoableBoard = {
  /** The current position; it changes with every `play` and `undo`. */
  readonly board: Board;
  /** Appends the legal moves of the side to move: plain moves first, then splits, then merges. */
  moves(into: MoveList): void;
  /** Plays a legal move; `draw` in [0, 1) decides a measurement. Returns a `PlayResult`. */
  play(move: Move, draw: number): number;
  undo(): void;
  hash(): string;
};

/** Starts at a copy of this board. */
export function undoableBoard(start: Board): UndoableBoard {
  const board = cloneBoard(start);
  const frames: Board[] = [];
  let depth = 0;
  return {
    board,
    moves(into) {
      standardMoves(board, board.turn, into);
      splitMoves(board, board.turn, into);
      mergeMoves(board, board.turn, into);
    },
    play(move, draw) {
      const frame = frames[depth];
      if (frame === undefined) frames[depth] = cloneBoard(board);
      else copyBoard(board, frame);
      depth++;
      return playMove(board, move, draw);
    },
    undo() {
      if (depth === 0) throw new RangeError('no move to undo');
      depth--;
      takeBoard(frames[depth]!, board);
    },
    hash: () => positionHash(board),
  };
}
