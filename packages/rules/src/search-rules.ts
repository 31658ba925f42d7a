import { COLORS, type Color } from './color.js';
import { FLAG_CASTLE, FLAG_DROP, FLAG_EN_PASSANT, FLAG_MASK, roleOfCode } from './compile/codes.js';
import { outcomeOf } from './engine/outcome.js';
import { play, undo } from './engine/play.js';
import { clonePosition, hashOf, PLY, type Position } from './engine/position.js';
import { isCheck, legalMoves, type Move, turnOf } from './engine.js';
import { formatUci } from './notation/uci.js';
import type { Outcome } from './outcome.js';
import { boardAt, type ClassicalPosition } from './referee/classical/position.js';

/** What lies under a referee that can be asked without waiting: for computer players, which try thousands of moves. */
export interface Rules<Position> {
  /** Opens a line of play; the referee's position stays as it is. */
  open(position: Position): Line;
}

/** One position, changed in place by `play` and `undo`. A move is valid only where `moves` listed it. */
export interface Line {
  turn(): Color;
  /** The legal moves of the side to move; none once the game has ended. */
  moves(): readonly Move[];
  /** `draw` in [0, 1) decides what is measured, in rules with chance. */
  play(move: Move, draw?: number): void;
  /** Takes back the last move of this line; moves before it was opened stay. */
  undo(): void;
  isCheck(): boolean;
  outcome(): Outcome | null;
  /** The same for positions that repeat each other. */
  hash(): string;
  pieces(): readonly SearchPiece[];
  isCapture(move: Move): boolean;
  /** The move as the referee reads it. */
  spell(move: Move): string;
}

export type SearchPiece = { readonly role: string; readonly color: Color; readonly square: number };

/** The make/undo interface of every compiled ruleset. */
export const classicalRules: Rules<ClassicalPosition> = {
  open(place) {
    const position = clonePosition(boardAt(place));
    const { opening } = place.line;
    const root = position.state[PLY]!;
    const outcome = (): Outcome | null => outcomeOf(position, opening.profile);
    return {
      turn: () => turnOf(position),
      moves: () => (outcome() === null ? legalMoves(position) : []),
      play: (move) => play(position, move),
      undo() {
        if (position.state[PLY]! <= root) throw new RangeError('there is no move to take back');
        undo(position);
      },
      isCheck: () => isCheck(position),
      outcome,
      hash: () => hashOf(position),
      pieces: () => piecesOf(position),
      isCapture: (move) => isCapture(position, move),
      spell: (move) => formatUci(position, move),
    };
  },
};

function piecesOf({ tables, board }: Position): SearchPiece[] {
  const men: SearchPiece[] = [];
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code !== 0) men.push({ role: tables.roles[roleOfCode(code)]!, color: COLORS[code & 1]!, square });
  }
  return men;
}

function isCapture({ board }: Position, move: Move): boolean {
  const flag = move & FLAG_MASK;
  if (flag === FLAG_EN_PASSANT) return true;
  return flag !== FLAG_CASTLE && flag !== FLAG_DROP && board[move & 255] !== 0;
}
