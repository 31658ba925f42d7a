import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { COLORS, type Color } from '../color.js';
import { pieceCode, roleOfCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { CHECKS, fullmovesOf, HALFMOVES, PASSED, type Position, RIGHTS, TURN } from '../engine/position.js';
import { formatSquare, rankOf, squareAt, squareIndex } from '../geometry.js';
import { type Refusal, refusal } from '../refusal.js';

/** What a FEN says, before anyone asks whether it can be played. Squares, codes and roles are numbers of the ruleset. */
export type FenFields = {
  readonly pieces: readonly { readonly square: number; readonly code: number; readonly promoted: boolean }[];
  readonly pockets: readonly { readonly color: number; readonly role: number }[];
  readonly turn: number;
  /** Squares of the castling partners that have not moved, with their colour. */
  readonly castling: readonly { readonly color: number; readonly side: number; readonly partner: number }[];
  readonly passed: number;
  readonly halfmoves: number;
  readonly fullmoves: number;
  /** Checks given so far by white and black. */
  readonly checks: readonly [number, number];
};

const MAX_FEN = 2000;
const MAX_COUNTER = 9999;

/**
 * Reads a FEN: X-FEN and Shredder castling, pockets (`[QNp]` or a ninth rank), promoted pieces `Q~`, check counters
 * `3+3` (still to give) and `+0+0` (given), boards up to 16x16. Missing fields at the end take their usual values.
 */
export function parseFen(tables: Tables, text: string): Result<FenFields, Refusal> {
  if (text.length > MAX_FEN) return bad('is too long');
  const fields = text.trim().split(/[\s_]+/);
  const [placement = ''] = fields;
  const board = parsePlacement(tables, placement);
  if (!board.ok) return board;
  const turnField = fields[1] ?? 'w';
  if (turnField !== 'w' && turnField !== 'b') return bad(`says "${turnField.slice(0, 10)}" where w or b is to move`);
  const turn = turnField === 'w' ? 0 : 1;
  const castling = parseCastling(tables, fields[2] ?? '-', board.value.pieces);
  if (!castling.ok) return castling;
  const passedField = fields[3] ?? '-';
  const passed = passedField === '-' ? -1 : squareIndex(tables, passedField);
  if (passedField !== '-' && passed < 0)
    return bad(`has no square "${passedField.slice(0, 10)}" to capture on en passant`);

  const rest = fields.slice(4);
  let checks: readonly [number, number] = [0, 0];
  const counters: number[] = [];
  for (const field of rest) {
    const given = parseChecks(field, tables.countsChecks);
    if (given !== null) checks = given;
    else if (/^\d{1,6}$/.test(field) && counters.length < 2) counters.push(Math.min(Number(field), MAX_COUNTER));
    else return bad(`ends with "${field.slice(0, 20)}", which is neither a counter nor check counts`);
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

/** Writes a position as FEN; castling as X-FEN, or as files of the partners with `shredder`. */
export function formatFen(position: Position, options: { readonly shredder?: boolean } = {}): string {
  const { tables, state } = position;
  const passed = state[PASSED]!;
  return [
    formatPlacement(position) + formatPockets(position),
    state[TURN] === 0 ? 'w' : 'b',
    formatCastling(position, options.shredder === true),
    passed < 0 ? '-' : formatSquare(tables, passed),
    ...(tables.countsChecks > 0 ? [formatChecks(position)] : []),
    state[HALFMOVES]!,
    fullmovesOf(position),
  ].join(' ');
}

const bad = (what: string): Result<never, Refusal> => err(refusal('fen/malformed', `The FEN ${what}.`));

function parsePlacement(tables: Tables, placement: string): Result<Pick<FenFields, 'pieces' | 'pockets'>, Refusal> {
  const bracket = placement.indexOf('[');
  const rows = (bracket < 0 ? placement : placement.slice(0, bracket)).split('/');
  let pocketText = '';
  if (bracket >= 0) {
    if (!placement.endsWith(']')) return bad('opens a pocket with [ and does not close it');
    pocketText = placement.slice(bracket + 1, -1);
  } else if (rows.length === tables.ranks + 1) pocketText = rows.pop()!;
  if (rows.length !== tables.ranks) return bad(`has ${rows.length} ranks where the board has ${tables.ranks}`);

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
      if (code === 0) return bad(`has "${line[i]}" on rank ${rank + 1}, which is no piece of this ruleset`);
      const square = squareAt(tables, file++, rank);
      if (square < 0) break;
      const promoted = line[i + 1] === '~';
      if (promoted) i++;
      pieces.push({ square, code, promoted });
    }
    if (file !== tables.files)
      return bad(`has ${file} squares on rank ${rank + 1} where the board has ${tables.files}`);
  }

  const pockets: { color: number; role: number }[] = [];
  for (const letter of pocketText === '-' ? '' : pocketText) {
    const code = codeOfLetter(tables, letter);
    if (code === 0 || !tables.keepsPockets) return bad(`has "${letter}" in a pocket, which this ruleset does not know`);
    pockets.push({ color: code & 1, role: roleOfCode(code) });
  }
  return ok({ pieces, pockets });
}

/** The code of a FEN letter, 0 if no piece is written so. */
function codeOfLetter(tables: Tables, letter: string): number {
  const lower = letter.toLowerCase();
  const role = tables.letters.indexOf(lower);
  return role < 0 ? 0 : pieceCode(role, letter === lower ? 1 : 0);
}

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
    if (!way) return bad('gives castling rights where nobody castles');
    const onRank = pieces.filter(({ square, code }) => rankOf(tables, square) === way.rank && (code & 1) === color);
    const king = onRank.find(({ code }) => roleOfCode(code) === way.role)?.square ?? -1;
    const partners = onRank.filter(({ code }) => roleOfCode(code) === way.partner).map(({ square }) => square);
    const lower = letter.toLowerCase();
    let partner: number | undefined;
    if (lower === 'k') partner = partners.filter((square) => square > king).at(-1);
    else if (lower === 'q') partner = partners.filter((square) => square < king).at(0);
    else {
      const square = squareIndex(tables, `${lower}${way.rank + 1}`);
      if (square < 0) return bad(`has "${letter}" among the castling rights`);
      partner = square;
    }
    // A right without king or rook is nonsense, not bad syntax; it is kept out of the position and reported by sense.
    if (partner === undefined) partner = -1;
    const side = lower === 'k' ? 0 : lower === 'q' ? 1 : partner > king ? 0 : 1;
    castling.push({ color, side, partner });
  }
  return ok(castling);
}

function parseChecks(field: string, upTo: number): readonly [number, number] | null {
  if (upTo === 0) return null;
  const given = /^\+(\d)\+(\d)$/.exec(field);
  if (given) return [Math.min(Number(given[1]), upTo), Math.min(Number(given[2]), upTo)];
  const left = /^(\d)\+(\d)$/.exec(field);
  if (left) return [Math.max(0, upTo - Number(left[1])), Math.max(0, upTo - Number(left[2]))];
  return null;
}

/** The piece placement alone, the first part of a FEN. */
export function formatPlacement(position: Position): string {
  const { tables, board, promotedFrom } = position;
  const rows: string[] = [];
  for (let rank = tables.ranks - 1; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < tables.files; file++) {
      const square = rank * tables.files + file;
      const code = board[square]!;
      if (code === 0) {
        empty++;
        continue;
      }
      if (empty > 0) row += empty;
      empty = 0;
      row += letterOf(tables, code) + (promotedFrom[square]! > 0 ? '~' : '');
    }
    rows.push(empty > 0 ? row + empty : row);
  }
  return rows.join('/');
}

/** Upper case for white. */
export const letterOf = (tables: Tables, code: number): string => tables.lettersOfCodes[code]!;

function formatPockets(position: Position): string {
  const { tables, pockets } = position;
  if (!tables.keepsPockets) return '';
  let text = '';
  for (let i = 0; i < pockets.length; i++) {
    const code = pieceCode(i % tables.roles.length, i < tables.roles.length ? 0 : 1);
    text += letterOf(tables, code).repeat(pockets[i]!);
  }
  return `[${text}]`;
}

function formatCastling(position: Position, shredder: boolean): string {
  const { tables, state, partnerFrom, board } = position;
  let text = '';
  for (let right = 0; right < 4; right++) {
    if ((state[RIGHTS]! & (1 << right)) === 0) continue;
    const color = right >> 1;
    const way = tables.castles[right]!;
    const square = partnerFrom[right]!;
    const partner = pieceCode(way.partner, color);
    const outwards = right % 2 === 0 ? 1 : -1;
    let outermost = true;
    for (
      let other = square + outwards;
      other >= 0 && other < tables.size && rankOf(tables, other) === way.rank;
      other += outwards
    ) {
      if (board[other] === partner) outermost = false;
    }
    const letter = shredder || !outermost ? formatSquare(tables, square)[0]! : right % 2 === 0 ? 'k' : 'q';
    text += color === 0 ? letter.toUpperCase() : letter;
  }
  return text || '-';
}

function formatChecks(position: Position): string {
  const left = (color: number): number => position.tables.countsChecks - position.state[CHECKS + color]!;
  return `${left(0)}+${left(1)}`;
}

/** The colour to move that a FEN turn field means. */
export const turnColor = (turn: number): Color => COLORS[turn]!;
