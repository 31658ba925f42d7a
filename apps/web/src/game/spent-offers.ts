import type { api } from '@chessmith/protocol';

const KINDS = ['draw', 'takeback', 'rematch'] as const;

type Seen = Pick<api.GameView, 'ply' | 'offers' | 'yours'>;

/** What this person has offered since the last move, and may not offer again before another one. */
export type SpentOffers = readonly api.OfferKind[];

/** What is spent when a game has gone on from one view to the next. */
export function spentAfter(spent: SpentOffers, before: Seen | null, next: Seen): SpentOffers {
  const isSameTurn = before !== null && before.ply === next.ply;
  const made = KINDS.filter((what) => next.yours.some((color) => next.offers[what]?.by === color));
  return [...new Set([...(isSameTurn ? spent : []), ...made])];
}
