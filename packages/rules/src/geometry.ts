import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { type Refusal, refusal } from './refusal.js';

/** A board of up to 16x16 squares; square indices count from a1 along the ranks. */
export type Geometry = { readonly files: number; readonly ranks: number };

export const MAX_FILES = 16;
export const MAX_RANKS = 16;

const FILE_A = 97;

export const fileOf = (geometry: Geometry, square: number): number => square % geometry.files;

export const rankOf = (geometry: Geometry, square: number): number => (square / geometry.files) | 0;

/** The index of a square, or -1 off the board. */
export const squareAt = (geometry: Geometry, file: number, rank: number): number =>
  file >= 0 && file < geometry.files && rank >= 0 && rank < geometry.ranks ? rank * geometry.files + file : -1;

export const fileLetter = (file: number): string => String.fromCharCode(FILE_A + file);

export const formatSquare = (geometry: Geometry, square: number): string =>
  fileLetter(fileOf(geometry, square)) + (rankOf(geometry, square) + 1);

/** The index of `e4` on this board, or -1 if it is no square of it. */
export function squareIndex(geometry: Geometry, text: string): number {
  if (text.length < 2 || text.length > 3) return -1;
  const file = text.charCodeAt(0) - FILE_A;
  let rank = 0;
  for (let i = 1; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || (i === 1 && digit === 0)) return -1;
    rank = rank * 10 + digit;
  }
  return squareAt(geometry, file, rank - 1);
}

export function parseSquare(geometry: Geometry, text: string): Result<number, Refusal> {
  const square = squareIndex(geometry, text);
  if (square >= 0) return ok(square);
  const last = formatSquare(geometry, geometry.files * geometry.ranks - 1);
  return err(refusal('notation/no-such-square', `"${text.slice(0, 20)}" is no square of this board (a1 to ${last}).`));
}
