import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';
import { t } from '../messages/page.js';

type Facts = api.ResponseOf<'Facts'>['facts'];
type ClosedOffer = { readonly type: string; readonly color: Color; readonly how: 'said' | 'move' };

/** What the opponent's answer is called, by the fact's type and by `how`: with a button, or by playing on. */
const CLOSED = {
  DrawDeclined: { said: 'offers.drawDeclined', move: 'offers.drawExpired' },
  TakebackDeclined: { said: 'offers.takebackDeclined', move: 'offers.takebackExpired' },
  RematchDeclined: { said: 'offers.rematchDeclined', move: 'offers.rematchDeclined' },
  DrawWithdrawn: { said: 'offers.drawWithdrawn', move: 'offers.drawWithdrawn' },
  TakebackWithdrawn: { said: 'offers.takebackWithdrawn', move: 'offers.takebackWithdrawn' },
  RematchWithdrawn: { said: 'offers.rematchWithdrawn', move: 'offers.rematchWithdrawn' },
} as const;

/** How the opponent closed an offer, in a sentence; null if these facts close none. */
export function closedOfferIn(facts: Facts, yours: readonly Color[]): string | null {
  const closed = facts.flatMap(({ fact }) => {
    const { type, color, how } = fact as Facts[number]['fact'] & ClosedOffer;
    return type in CLOSED && !yours.includes(color) ? [CLOSED[type as keyof typeof CLOSED][how]] : [];
  });
  const last = closed.at(-1);
  return last === undefined ? null : t(last);
}
