/** How good a position is for the side to move: a hundredth of a pawn each, or a forced result in so many plies. */
export type Score =
  | { readonly kind: 'centipawns'; readonly value: number }
  | { readonly kind: 'win'; readonly plies: number }
  | { readonly kind: 'loss'; readonly plies: number };

/** Inside the search a score is a number: WIN less the plies to the win, or centipawns. */
export const WIN = 30_000;
/** Scores beyond this are forced results. */
export const FORCED = 29_000;
export const MAX_PLIES = 100;

export function scoreOf(value: number): Score {
  if (value > FORCED) return { kind: 'win', plies: WIN - value };
  if (value < -FORCED) return { kind: 'loss', plies: WIN + value };
  return { kind: 'centipawns', value };
}
