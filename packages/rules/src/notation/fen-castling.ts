import { pieceCode } from '../compile/codes.js';
import { BOARD, type Position, RIGHTS } from '../engine/position.js';
import { FILE_A, fileOf } from '../geometry.js';

const MINUS = 45;
const LOWER_K = 107;
const LOWER_Q = 113;
/** Added to the code of a lower-case letter, gives its capital. */
const CAPITAL = -32;

/** Writes the castling rights as character codes from `at` and returns the new end. */
export function writeCastling(position: Position, shredder: boolean, out: number[], at: number): number {
  const rights = position.cells[RIGHTS]!;
  if (rights === 0) {
    out[at] = MINUS;
    return at + 1;
  }
  const { tables, partnerFrom } = position;
  for (let right = 0; right < 4; right++) {
    if ((rights & (1 << right)) === 0) continue;
    const byFile = shredder || !isOutermost(position, right);
    const letter = byFile ? FILE_A + fileOf(tables, partnerFrom[right]!) : (right & 1) === 0 ? LOWER_K : LOWER_Q;
    out[at++] = right < 2 ? letter + CAPITAL : letter;
  }
  return at;
}

/** Whether the partner of this right is the outermost of its kind; only then K and Q identify it. */
function isOutermost({ tables, cells, partnerFrom }: Position, right: number): boolean {
  const way = tables.castles[right]!;
  const partner = pieceCode(way.partner, right >> 1);
  const edge = (right & 1) === 0 ? (way.rank + 1) * tables.files - 1 : way.rank * tables.files;
  const outwards = (right & 1) === 0 ? 1 : -1;
  for (let square = partnerFrom[right]!; square !== edge; ) {
    square += outwards;
    if (cells[BOARD + square] === partner) return false;
  }
  return true;
}
