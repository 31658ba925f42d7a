import { COLORS, type Color } from './color.js';
import { roleOfCode } from './compile/codes.js';
import { isCapture } from './engine/captures.js';
import { outcomeOf } from './engine/outcome.js';
import { play, undo } from './engine/play.js';
import { clonePosition, hashOf, PLY, type Position } from './engine/position.js';
import { isCheck, legalMoves, type Move, turnOf } from './engine.js';
import { formatUci } from './notation/uci.js';
import type { Outcome } from './outcome.js';
import { boardAt, type ClassicalPosition } from './referee/classical/position.js';

/** The synchronous make/undo interface for computer players, which try thousands of moves. */
export interface SearchRules<Position> {
  /** Starts a search at a position; the referee's position is not changed. */
  searchFrom(position: Position): SearchPosition;
}

/** One position that `play` and `undo` change in place. Moves are valid only in the position that listed them. */
export interface SearchPosition {
  turn(): Color;
  /** The legal moves of the side to move; none once the game has ended. */
  moves(): readonly Move[];
  /** `draw` in [0, 1) decides the measurement, in rules with randomness. */
  play(move: Move, draw?: number): void;
  /** Takes back the last move of this search; moves before its start cannot be taken back. */
  undo(): void;
  isCheck(): boolean;
  outcome(): Outcome | null;
  /** Equal for positions that count as repetitions of each other. */
  hash(): string;
  pieces(): readonly SearchPiece[];
  isCapture(move: Move): boolean;
  /** The move as text that the referee reads. */
  format(move: Move): string;
}

export type SearchPiece = { readonly role: string; readonly color: Color; readonly square: number };

/** The make/undo interface of compiled rulesets. */
export const classicalRules: SearchRules<ClassicalPosition> = {
  searchFrom(place) {
    const position = clonePosition(boardAt(place));
    const { start } = place.shared;
    const root = position.state[PLY]!;
    const outcome = (): Outcome | null => outcomeOf(position, start.profile);
    return {
      turn: () => turnOf(position),
      moves: () => (outcome() === null ? legalMoves(position) : []),
      play: (move) => play(position, move),
      undo() {
        if (position.state[PLY]! <= root) throw new RangeError('no move to undo');
        undo(position);
      },
      isCheck: () => isCheck(position),
      outcome,
      hash: () => hashOf(position),
      pieces: () => piecesOf(position),
      isCapture: (move) => isCapture(position, move),
      format: (move) => formatUci(position, move),
    };
  },
};

function piecesOf({ tables, board }: Position): SearchPiece[] {
  const pieces: SearchPiece[] = [];
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code !== 0) pieces.push({ role: tables.roles[roleOfCode(code)]!, color: COLORS[code & 1]!, square });
  }
  return pieces;
}
