import { type Board, cloneBoard, copyBoard, takeBoard } from './board.js';
import { mergeMoves, splitMoves, standardMoves } from './generate.js';
import { positionHash } from './hash.js';
import type { Move, MoveList } from './move.js';
import { playMove } from './play.js';

/** Making and taking back moves on one board, for computer players; frames are used again, so it allocates little. */
export type Line = {
  /** The position now; it changes with every `play` and `undo`. */
  readonly board: Board;
  /** Appends the legal moves of the side to move: pieces first, then splits, then merges. */
  moves(into: MoveList): void;
  /** Plays a legal move; `draw` in [0, 1) decides a measurement. Gives a `PlayResult`. */
  play(move: Move, draw: number): number;
  undo(): void;
  hash(): string;
};

/** A line that begins at a copy of this board. */
export function openLine(start: Board): Line {
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
      if (depth === 0) throw new RangeError('there is no move to take back');
      depth--;
      takeBoard(frames[depth]!, board);
    },
    hash: () => positionHash(board),
  };
}
