import type { Result } from '@chessmith/std';
import { ok } from '@chessmith/std';
import { COLORS, type Color } from '../color.js';
import { pieceCode, roleOfCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { BOARD, CHECKS, fullmovesOf, HALFMOVES, OCCUPIED, PASSED, type Position, TURN } from '../engine/position.js';
import { FILE_A, fileOf, rankOf, squareAt, squareIndex } from '../geometry.js';
import type { Refusal } from '../refusal.js';
import { parseCastling, writeCastling } from './fen-castling.js';
import { malformed as bad } from './fen-malformed.js';

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

/** Writes a position as FEN. Castling is written as X-FEN, or as the partners' files with `shredder`. */
export function formatFen(position: Position, options?: { readonly shredder?: boolean }): string {
  const { tables, cells } = position;
  let at = writePlacement(position, 0);
  if (tables.keepsPockets) at = writePockets(position, at);
  characters[at++] = SPACE;
  characters[at++] = cells[TURN] === 0 ? WHITE_TO_MOVE : BLACK_TO_MOVE;
  characters[at++] = SPACE;
  at = writeCastling(position, options?.shredder === true, characters, at);
  characters[at++] = SPACE;
  at = writeEnPassant(position, at);
  characters[at++] = SPACE;
  if (tables.countsChecks > 0) at = writeChecks(position, at);
  at = writeNumber(cells[HALFMOVES]!, at);
  characters[at++] = SPACE;
  return written(writeNumber(fullmovesOf(position), at));
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

/** The piece placement, the first field of a FEN. */
export const formatPlacement = (position: Position): string => written(writePlacement(position, 0));

/** The FEN letter of a piece code: upper case for white. */
export const letterOf = (tables: Tables, code: number): string => tables.lettersOfCodes[code]!;

/*
 * A FEN is written for every move of every game, and concatenating single characters would dominate the cost. So
 * its character codes are collected in an array and converted once. Each function returns the new end.
 */
const characters: number[] = [];

const written = (end: number): string => String.fromCharCode.apply(null, characters.slice(0, end));

const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const SLASH = 47;
const ZERO = 48;
const OPEN = 91;
const CLOSE = 93;
const BLACK_TO_MOVE = 98;
const WHITE_TO_MOVE = 119;
const TILDE = 126;

function writePlacement(position: Position, at: number): number {
  const { tables, cells, promotedFrom } = position;
  const { files, charactersOfCodes, keepsPockets } = tables;
  for (let row = tables.size - files; row >= 0; row -= files) {
    let next = row;
    for (let bits = occupiedInRow(position, row); bits !== 0; bits &= bits - 1) {
      const square = row + 31 - Math.clz32(bits & -bits);
      if (square > next) at = writeNumber(square - next, at);
      characters[at++] = charactersOfCodes[cells[BOARD + square]!]!;
      if (keepsPockets && promotedFrom[square]! > 0) characters[at++] = TILDE;
      next = square + 1;
    }
    if (row + files > next) at = writeNumber(row + files - next, at);
    if (row > 0) characters[at++] = SLASH;
  }
  return at;
}

/** The occupied squares of a rank as bits; its first square, `row`, is the lowest bit. A rank may span two words. */
function occupiedInRow({ tables, cells }: Position, row: number): number {
  const { files, words } = tables;
  const white = OCCUPIED + (row >> 5);
  const shift = row & 31;
  let bits = (cells[white]! | cells[white + words]!) >>> shift;
  if (shift + files > 32) bits |= (cells[white + 1]! | cells[white + words + 1]!) << (32 - shift);
  return bits & ((1 << files) - 1);
}

function writePockets({ tables, pockets }: Position, at: number): number {
  characters[at++] = OPEN;
  for (let i = 0; i < pockets.length; i++) {
    const code = pieceCode(i % tables.roles.length, i < tables.roles.length ? 0 : 1);
    for (let left = pockets[i]!; left > 0; left--) characters[at++] = tables.charactersOfCodes[code]!;
  }
  characters[at++] = CLOSE;
  return at;
}

function writeEnPassant({ tables, cells }: Position, at: number): number {
  const passed = cells[PASSED]!;
  if (passed < 0) characters[at++] = MINUS;
  else {
    characters[at++] = FILE_A + fileOf(tables, passed);
    at = writeNumber(rankOf(tables, passed) + 1, at);
  }
  return at;
}

/** Writes the remaining checks of both sides. */
function writeChecks({ tables, cells }: Position, at: number): number {
  at = writeNumber(tables.countsChecks - cells[CHECKS]!, at);
  characters[at++] = PLUS;
  at = writeNumber(tables.countsChecks - cells[CHECKS + 1]!, at);
  characters[at++] = SPACE;
  return at;
}

function writeNumber(number: number, at: number): number {
  if (number > 9) return writeDigits(number, at);
  characters[at] = ZERO + number;
  return at + 1;
}

function writeDigits(number: number, at: number): number {
  at = writeNumber((number / 10) | 0, at);
  characters[at] = ZERO + (number % 10);
  return at + 1;
}

/** The colour of a FEN turn number. */
export const turnColor = (turn: number): Color => COLORS[turn]!;
