import type { api } from '@chessmith/protocol';

const KINDS = ['draw', 'takeback', 'rematch'] as const;

type Seen = Pick<api.GameView, 'ply' | 'offers' | 'yours'>;

/** The offers a player has made since the last move; each can be repeated only after the next move. */
export type SpentOffers = readonly api.OfferKind[];

/** The spent offers after the step from one view to the next. */
export function spentAfter(spent: SpentOffers, before: Seen | null, next: Seen): SpentOffers {
  const isSameTurn = before !== null && before.ply === next.ply;
  const made = KINDS.filter((what) => next.yours.some((color) => next.offers[what]?.by === color));
  return [...new Set([...(isSameTurn ? spent : []), ...made])];
}
