import type { Outcome } from '@chessmith/rules';

/** For example `white wins: checkmate`. */
export const endingOf = (outcome: Outcome): string =>
  `${outcome.kind === 'win' ? `${outcome.winner} wins` : 'draw'}: ${outcome.by.replaceAll('-', ' ')}`;

/** A probability between 0 and 1 as 1 to 99 percent: something possible never appears as impossible or certain. */
export const percentOf = (probability: number): number => Math.min(99, Math.max(1, Math.round(probability * 100)));
