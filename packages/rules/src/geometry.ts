import type { Err, Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { type Refusal, refusal } from './refusal.js';

/** A board of up to 16x16 squares; square indices count from a1 along the ranks. */
export type Geometry = { readonly files: number; readonly ranks: number };

export const MAX_FILES = 16;
export const MAX_RANKS = 16;

/** Character code of the letter of the first file. */
export const FILE_A = 97;

/** The file index; 0 is the a-file. */
export const fileOf = (geometry: Geometry, square: number): number => square % geometry.files;

/** The rank index; 0 is rank 1. */
export const rankOf = (geometry: Geometry, square: number): number => (square / geometry.files) | 0;

/** The index of a square, or -1 off the board. */
export const squareAt = (geometry: Geometry, file: number, rank: number): number =>
  file >= 0 && file < geometry.files && rank >= 0 && rank < geometry.ranks ? rank * geometry.files + file : -1;

/** The letter of a file index. */
export const fileLetter = (file: number): string => String.fromCharCode(FILE_A + file);

/** The name of a square: `e4`, or `p16` on the largest board. */
export const formatSquare = (geometry: Geometry, square: number): string =>
  fileLetter(fileOf(geometry, square)) + (rankOf(geometry, square) + 1);

/** The index of a square such as `e4`; -1 if it is not on this board. */
export const squareIndex = (geometry: Geometry, text: string): number => squareIn(geometry, text, 0, text.length);

/** Like `squareIndex` for the part of a text from `start` to `end` (exclusive). */
export function squareIn(geometry: Geometry, text: string, start: number, end: number): number {
  if (end - start < 2 || end - start > 3) return -1;
  const file = text.charCodeAt(start) - FILE_A;
  let rank = 0;
  for (let i = start + 1; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || (i === start + 1 && digit === 0)) return -1;
    rank = rank * 10 + digit;
  }
  return squareAt(geometry, file, rank - 1);
}

/** The index of a square by its name; a refusal if it is not on this board. */
export function parseSquare(geometry: Geometry, text: string): Result<number, Refusal> {
  const square = squareIndex(geometry, text);
  return square >= 0 ? ok(square) : noSuchSquare(geometry, text);
}

/** The refusal for a name that is not on this board; it names the first and last square. */
export function noSuchSquare(geometry: Geometry, text: string): Err<Refusal> {
  const last = formatSquare(geometry, geometry.files * geometry.ranks - 1);
  return err(
    refusal('notation/no-such-square', `"${text.slice(0, 20)}" is not a square of this board; use a1 to ${last}.`, {
      square: text.slice(0, 20),
      last,
    }),
  );
}
