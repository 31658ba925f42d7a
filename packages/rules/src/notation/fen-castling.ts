import { ok, type Result } from '@chessmith/std';
import { pieceCode, roleOfCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { BOARD, type Position, RIGHTS } from '../engine/position.js';
import { FILE_A, fileOf, rankOf, squareIndex } from '../geometry.js';
import type { Refusal } from '../refusal.js';
import type { FenFields } from './fen.js';
import { malformed as bad } from './fen-malformed.js';

/** Reads the castling rights of a FEN: `KQkq`, or the files of the partners. */
export function parseCastling(
  tables: Tables,
  field: string,
  pieces: FenFields['pieces'],
): Result<FenFields['castling'], Refusal> {
  const castling: { color: number; side: number; partner: number }[] = [];
  if (field === '-') return ok(castling);
  for (const letter of field) {
    const color = letter === letter.toLowerCase() ? 1 : 0;
    const way = tables.castles[color * 2] ?? tables.castles[color * 2 + 1];
    if (!way) return bad('gives castling rights, but this ruleset has no castling');
    const onRank = pieces.filter(({ square, code }) => rankOf(tables, square) === way.rank && (code & 1) === color);
    const king = onRank.find(({ code }) => roleOfCode(code) === way.role)?.square ?? -1;
    const partners = onRank.filter(({ code }) => roleOfCode(code) === way.partner).map(({ square }) => square);
    const lower = letter.toLowerCase();
    let partner: number | undefined;
    if (lower === 'k') partner = partners.filter((square) => square > king).at(-1);
    else if (lower === 'q') partner = partners.filter((square) => square < king).at(0);
    else {
      const square = squareIndex(tables, `${lower}${way.rank + 1}`);
      if (square < 0) return bad(`has "${letter}" among the castling rights; use KQkq, file letters or -`);
      partner = square;
    }
    // A right without king or rook is well-formed but impossible; `setUp` drops it and `validatePosition` reports it.
    if (partner === undefined) partner = -1;
    const side = lower === 'k' ? 0 : lower === 'q' ? 1 : partner > king ? 0 : 1;
    castling.push({ color, side, partner });
  }
  return ok(castling);
}

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
