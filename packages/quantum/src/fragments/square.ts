import type { Brand } from '@chessmith/std';

/**
 * A square as file * 8 + rank, both from 0. Ascending order is A1, A2 … A8, B1 …, as in the protocol's board lists.
 */
export type Square = Brand<number, 'FragmentsSquare'>;

export const squareAt = (file: number, rank: number): Square => (file * 8 + rank) as Square;
export const fileOf = (square: Square): number => square >> 3;
export const rankOf = (square: Square): number => square & 7;
export const isOnBoard = (file: number, rank: number): boolean => file >= 0 && file < 8 && rank >= 0 && rank < 8;

/** Reads `e4` and `E4`. */
export function parseSquare(text: string): Square | undefined {
  if (!/^[a-hA-H][1-8]$/.test(text)) return undefined;
  return squareAt(text.toLowerCase().charCodeAt(0) - 97, text.charCodeAt(1) - 49);
}

/** In lower case, as in our own notation. */
export function formatSquare(square: Square): string {
  return String.fromCharCode(97 + fileOf(square), 49 + rankOf(square));
}

/** In upper case, as in the protocol's log. */
export const formatProtocolSquare = (square: Square): string => formatSquare(square).toUpperCase();
