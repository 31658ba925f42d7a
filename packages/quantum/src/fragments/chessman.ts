import type { Color } from '@chessmith/rules';
import type { Square } from './square.js';

export const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
export type Role = (typeof ROLES)[number];

/** The letters of board files and of the protocol: T is the tower, H the horse. */
export const LETTERS: { readonly [role in Role]: string } = {
  king: 'K',
  queen: 'Q',
  rook: 'T',
  bishop: 'B',
  knight: 'H',
  pawn: 'P',
};

export const roleOfLetter = (letter: string): Role | undefined => ROLES.find((role) => LETTERS[role] === letter);

/** Ids are given in the order in which fragments arise; they say nothing about which one is real. */
export type Fragment = { readonly id: number; readonly square: Square; readonly probability: number };

/**
 * One piece, on one square or on several. The order of its fragments follows from what everybody saw: it is the order
 * the original keeps while its coin always chooses the first target.
 */
export type Chessman = {
  readonly id: number;
  readonly role: Role;
  readonly color: Color;
  /** A king or rook that moved castles no more, a pawn that moved (or only measured) takes no double step. */
  readonly moved: boolean;
  readonly fragments: readonly Fragment[];
};

/** Two entangled fragments by id; what arose later comes first. */
export type Pair = readonly [number, number];

/** All that everybody may see of the men on the board. Captured men are gone, and their pairs with them. */
export type Board = {
  readonly men: readonly Chessman[];
  readonly pairs: readonly Pair[];
  readonly nextFragment: number;
};

/** Below this no fragment may go; 1/65536 is just above it. */
export const SMALLEST_PROBABILITY = 1.5258e-5;
