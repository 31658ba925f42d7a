import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';

type Facts = api.ResponseOf<'Facts'>['facts'];
type Unanswered = { readonly type: string; readonly color: Color; readonly how: 'said' | 'move' };

const always = (words: string) => ({ said: words, move: words });

/** What the one is told whose opponent let an offer come to nothing. */
const WORDS: { readonly [type: string]: { readonly [how in Unanswered['how']]: string } } = {
  DrawDeclined: { said: 'Your opponent declined the draw.', move: 'Your opponent played on instead of a draw.' },
  TakebackDeclined: {
    said: 'Your opponent does not let you take back.',
    move: 'Your opponent played on instead of letting you take back.',
  },
  RematchDeclined: always('Your opponent declined the rematch.'),
  DrawWithdrawn: always('Your opponent no longer offers a draw.'),
  TakebackWithdrawn: always('Your opponent no longer asks to take back.'),
  RematchWithdrawn: always('Your opponent no longer offers a rematch.'),
};

/** What somebody is told whose one offer of a rematch has come to nothing. */
export const REMATCH_SPENT = 'You have offered a rematch; now your opponent would have to offer one.';

/** Whether an offer has come to nothing by what the other side did, in a sentence; null if none has. */
export function unansweredIn(facts: Facts, yours: readonly Color[]): string | null {
  const told = facts.flatMap(({ fact }) => {
    const { type, color, how } = fact as Facts[number]['fact'] & Unanswered;
    const words = WORDS[type];
    return words === undefined || yours.includes(color) ? [] : [words[how]];
  });
  return told.at(-1) ?? null;
}
