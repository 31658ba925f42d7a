import { type Err, err, ok, type Result } from '@chessmith/std';
import { pieceCode, roleOfCode } from './compile/codes.js';
import type { Tables } from './compile/tables.js';
import { rankOf, squareAt, squareIndex } from './geometry.js';
import { type Refusal, refusal } from './refusal.js';

/** The fields of a FEN, not checked for playability. Squares, codes and roles are numbers of the compiled ruleset. */
export type FenFields = {
  readonly pieces: readonly { readonly square: number; readonly code: number; readonly promoted: boolean }[];
  readonly pockets: readonly { readonly color: number; readonly role: number }[];
  readonly turn: number;
  /** Castling rights: colour, side (0 king's, 1 queen's) and the square of the unmoved partner. */
  readonly castling: readonly { readonly color: number; readonly side: number; readonly partner: number }[];
  readonly passed: number;
  readonly halfmoves: number;
  readonly fullmoves: number;
  /** Checks that white and black have given so far. */
  readonly checks: readonly [number, number];
};

const MAX_FEN = 2000;
const MAX_COUNTER = 9999;

/**
 * Reads a FEN: X-FEN and Shredder castling, pockets (`[QNp]` or a ninth rank), promoted pieces `Q~`, check counters
 * `3+3` (remaining) and `+0+0` (given), boards up to 16x16. Missing fields at the end take their usual values.
 */
export function parseFen(tables: Tables, text: string): Result<FenFields, Refusal> {
  if (text.length > MAX_FEN) return bad('is too long');
  const fields = text.trim().split(/[\s_]+/);
  const [placement = ''] = fields;
  const board = parsePlacement(tables, placement);
  if (!board.ok) return board;
  const turnField = fields[1] ?? 'w';
  if (turnField !== 'w' && turnField !== 'b')
    return bad(`says "${turnField.slice(0, 10)}" for the side to move; use w or b`);
  const turn = turnField === 'w' ? 0 : 1;
  const castling = parseCastling(tables, fields[2] ?? '-', board.value.pieces);
  if (!castling.ok) return castling;
  const passedField = fields[3] ?? '-';
  const passed = passedField === '-' ? -1 : squareIndex(tables, passedField);
  if (passedField !== '-' && passed < 0)
    return bad(`gives "${passedField.slice(0, 10)}" as en passant square, which is not on the board`);

  const rest = fields.slice(4);
  let checks: readonly [number, number] = [0, 0];
  const counters: number[] = [];
  for (const field of rest) {
    const given = parseChecks(field, tables.countsChecks);
    if (given !== null) checks = given;
    else if (/^\d{1,6}$/.test(field) && counters.length < 2) counters.push(Math.min(Number(field), MAX_COUNTER));
    else return bad(`ends with "${field.slice(0, 20)}", which is neither a move counter nor check counters`);
  }
  const [halfmoves = 0, fullmoves = 1] = counters;
  return ok({
    ...board.value,
    turn,
    castling: castling.value,
    passed,
    halfmoves,
    fullmoves: Math.max(1, fullmoves),
    checks,
  });
}

function parsePlacement(tables: Tables, placement: string): Result<Pick<FenFields, 'pieces' | 'pockets'>, Refusal> {
  const bracket = placement.indexOf('[');
  const rows = (bracket < 0 ? placement : placement.slice(0, bracket)).split('/');
  let pocketText = '';
  if (bracket >= 0) {
    if (!placement.endsWith(']')) return bad('opens a pocket with [ but does not close it');
    pocketText = placement.slice(bracket + 1, -1);
  } else if (rows.length === tables.ranks + 1) pocketText = rows.pop()!;
  if (rows.length !== tables.ranks) return bad(`has ${rows.length} ranks, but the board has ${tables.ranks}`);

  const pieces: { square: number; code: number; promoted: boolean }[] = [];
  for (const [row, line] of rows.entries()) {
    const rank = tables.ranks - 1 - row;
    let file = 0;
    for (let i = 0; i < line.length; i++) {
      const digits = /^\d+/.exec(line.slice(i, i + 2))?.[0];
      if (digits !== undefined) {
        file += Number(digits);
        i += digits.length - 1;
        continue;
      }
      const code = codeOfLetter(tables, line[i]!);
      if (code === 0) return bad(`has "${line[i]}" on rank ${rank + 1}, which is not a piece of this ruleset`);
      const square = squareAt(tables, file++, rank);
      if (square < 0) break;
      const promoted = line[i + 1] === '~';
      if (promoted) i++;
      pieces.push({ square, code, promoted });
    }
    if (file !== tables.files) return bad(`has ${file} squares on rank ${rank + 1}, but the board has ${tables.files}`);
  }

  const pockets: { color: number; role: number }[] = [];
  for (const letter of pocketText === '-' ? '' : pocketText) {
    const code = codeOfLetter(tables, letter);
    if (code === 0 || !tables.keepsPockets) return bad(`has "${letter}" in a pocket, which this ruleset does not have`);
    pockets.push({ color: code & 1, role: roleOfCode(code) });
  }
  return ok({ pieces, pockets });
}

/** The piece code of a FEN letter; 0 for an unknown letter. */
function codeOfLetter(tables: Tables, letter: string): number {
  const lower = letter.toLowerCase();
  const role = tables.letters.indexOf(lower);
  return role < 0 ? 0 : pieceCode(role, letter === lower ? 1 : 0);
}

function parseChecks(field: string, upTo: number): readonly [number, number] | null {
  if (upTo === 0) return null;
  const given = /^\+(\d)\+(\d)$/.exec(field);
  if (given) return [Math.min(Number(given[1]), upTo), Math.min(Number(given[2]), upTo)];
  const left = /^(\d)\+(\d)$/.exec(field);
  if (left) return [Math.max(0, upTo - Number(left[1])), Math.max(0, upTo - Number(left[2]))];
  return null;
}

/** Reads the castling rights of a FEN: `KQkq`, or the files of the partners. */
function parseCastling(
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

/** The refusal of a malformed FEN. */
const bad = (what: string): Err<Refusal> => err(refusal('fen/malformed', `The FEN ${what}.`, { detail: what }));
