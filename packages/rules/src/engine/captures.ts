import { FLAG_CASTLE, FLAG_DROP, FLAG_EN_PASSANT, FLAG_MASK, FLAG_PROMOTE } from '../compile/codes.js';
import { generateBitboardCaptures } from './bitboard-moves.js';
import { generateUnended } from './legal.js';
import { type Position, ROYALS, TURN } from './position.js';

/**
 * Writes the legal captures and promotions into `out` from index `at` and returns the new end. Like `generateUnended`,
 * it ignores endings other than mate and stalemate.
 */
export function generateCaptures(position: Position, out: Int32Array, at: number): number {
  const { tables, state } = position;
  const end =
    tables.bitboards !== null && tables.readsPins && state[ROYALS + state[TURN]!] === 1 && !tables.noCheck
      ? generateBitboardCaptures(position, tables.bitboards, out, at)
      : generateUnended(position, out, at);
  let kept = at;
  for (let i = at; i < end; i++) {
    const move = out[i]!;
    if ((move & FLAG_MASK) === FLAG_PROMOTE || isCapture(position, move)) out[kept++] = move;
  }
  return kept;
}

/** Whether a move takes a piece, also one of its own side in rulesets that allow it. */
export function isCapture({ board }: Position, move: number): boolean {
  const flag = move & FLAG_MASK;
  if (flag === FLAG_EN_PASSANT) return true;
  return flag !== FLAG_CASTLE && flag !== FLAG_DROP && board[move & 255] !== 0;
}
