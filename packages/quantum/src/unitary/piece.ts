import type { Color } from '@chessmith/rules';

/** A kind of piece is one number: the role 1–6, plus 8 for black; 0 is no piece. */
export const NONE = 0;
export const PAWN = 1;
export const KNIGHT = 2;
export const BISHOP = 3;
export const ROOK = 4;
export const QUEEN = 5;
export const KING = 6;
export const WHITE = 0;
export const BLACK = 8;
export const SIDES: readonly number[] = [WHITE, BLACK];

export const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
export type Role = (typeof ROLES)[number];

export const roleName = (kind: number): Role => ROLES[(kind & 7) - 1]!;
export const colorName = (side: number): Color => ((side & 8) === WHITE ? 'white' : 'black');

const LETTERS = '.PNBRQK..pnbrqk';

export const kindLetter = (kind: number): string => LETTERS[kind]!;

/** 0 if no piece has this letter. */
export function kindOfLetter(letter: string): number {
  const kind = letter === '.' ? -1 : LETTERS.indexOf(letter);
  return kind < 0 ? NONE : kind;
}
