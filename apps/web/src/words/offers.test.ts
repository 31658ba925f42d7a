import { expect, test } from 'vitest';
import { closedOfferIn } from './offers.js';

const facts = (type: string, color: 'white' | 'black', how: 'said' | 'move' = 'said') => [
  { version: 7, fact: { type, v: 1, at: '2026-01-01T00:00:00.000Z', color, how } },
];

test.each([
  ['DrawDeclined', 'black', 'said', 'Your opponent declined the draw.'],
  ['DrawDeclined', 'black', 'move', 'Your opponent moved; the draw offer has expired.'],
  ['TakebackDeclined', 'black', 'move', 'Your opponent moved; the takeback request has expired.'],
  ['RematchDeclined', 'black', 'said', 'Your opponent declined the rematch.'],
  ['DrawWithdrawn', 'black', 'said', 'Your opponent withdrew the draw offer.'],
  ['DrawDeclined', 'white', 'said', null],
  ['TakebackWithdrawn', 'white', 'move', null],
  ['TakebackAccepted', 'black', 'said', null],
] as const)('%s by %s (%s): White reads %s', (type, color, how, words) => {
  expect(closedOfferIn(facts(type, color, how), ['white'])).toBe(words);
});
