import { FLAG_DROP, FLAG_MASK, FLAG_PROMOTE, ROLE_SHIFT } from '../compile/codes.js';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import { formatSquare } from '../geometry.js';

/** A move in UCI with castling as king takes rook, written without the code under test. */
export function moveName({ tables }: Position, move: Move): string {
  const to = formatSquare(tables, move & 255);
  const letter = tables.letters[move >> ROLE_SHIFT] ?? '';
  if ((move & FLAG_MASK) === FLAG_DROP) return `${letter.toUpperCase()}@${to}`;
  return formatSquare(tables, (move >> 8) & 255) + to + ((move & FLAG_MASK) === FLAG_PROMOTE ? letter : '');
}
