import { pieceCode } from '../compile/codes.js';
import { BISHOP } from '../compile/piece-kinds.js';
import type { Tables } from '../compile/tables.js';
import { BOARD, COUNTS, type Position } from './position.js';

/** How many pieces of these kinds (added bits) a colour has on the board. */
export function piecesOfKind({ tables, cells }: Position, wanted: number, color: number): number {
  const { kinds } = tables;
  let count = 0;
  for (let role = 0; role < kinds.length; role++) {
    if ((kinds[role]! & wanted) !== 0) count += cells[COUNTS + pieceCode(role, color)]!;
  }
  return count;
}

/** How many bishops of a colour stand on dark squares (shade 0, as a1) or on light ones (shade 1). */
export function bishopsOn({ tables, cells }: Position, shade: number, color: number): number {
  let bishops = 0;
  for (let square = 0; square < tables.size; square++) {
    const code = cells[BOARD + square]!;
    if (code === 0 || (code & 1) !== color || tables.kinds[(code >> 1) - 1] !== BISHOP) continue;
    if (shadeOf(tables, square) === shade) bishops++;
  }
  return bishops;
}

/** 0 for dark squares, 1 for light ones. */
export const shadeOf = (tables: Tables, square: number): number =>
  ((square % tables.files) + Math.trunc(square / tables.files)) & 1;
