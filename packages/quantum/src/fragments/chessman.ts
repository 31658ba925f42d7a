import type { Color } from '@chessmith/rules';
import type { Square } from './square.js';

export const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
export type Role = (typeof ROLES)[number];

/** Letters of board files and of the TCP protocol: T is the tower (rook), H the horse (knight). */
export const LETTERS: { readonly [role in Role]: string } = {
  king: 'K',
  queen: 'Q',
  rook: 'T',
  bishop: 'B',
  knight: 'H',
  pawn: 'P',
};

export const roleOfLetter = (letter: string): Role | undefined => ROLES.find((role) => LETTERS[role] === letter);

/** Ids are assigned in order of creation and do not reveal which fragment is real. */
export type Fragment = { readonly id: number; readonly square: Square; readonly probability: number };

/**
 * One piece on one or more squares. The order of its fragments follows from public information: it is the order in the
 * original when every coin selects the first target.
 */
export type Chessman = {
  readonly id: number;
  readonly role: Role;
  readonly color: Color;
  /**
   * A king or rook that has moved cannot castle; a pawn that has moved (or only measured) cannot make a double step.
   */
  readonly moved: boolean;
  readonly fragments: readonly Fragment[];
};

/** The ids of two entangled fragments, the newer one first. */
export type Pair = readonly [number, number];

/** The public part of a position. Captured chessmen and their pairs are removed. */
export type Board = {
  readonly men: readonly Chessman[];
  readonly pairs: readonly Pair[];
  readonly nextFragment: number;
};

/** No fragment may have a lower probability; 1/65536 is just above it. */
export const SMALLEST_PROBABILITY = 1.5258e-5;
