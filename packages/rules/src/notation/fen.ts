import { COLORS, type Color } from '../color.js';
import { pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { BOARD, CHECKS, fullmovesOf, HALFMOVES, OCCUPIED, PASSED, type Position, TURN } from '../engine/position.js';
import { FILE_A, fileOf, rankOf } from '../geometry.js';
import { writeCastling } from './fen-castling.js';

export { type FenFields, parseFen } from '../parse-fen.js';

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
