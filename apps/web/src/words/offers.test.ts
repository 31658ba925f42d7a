import { expect, test } from 'vitest';
import { unansweredIn } from './offers.js';

const facts = (type: string, color: 'white' | 'black', how: 'said' | 'move' = 'said') => [
  { version: 7, fact: { type, v: 1, at: '2026-01-01T00:00:00.000Z', color, how } },
];

test.each([
  ['DrawDeclined', 'black', 'said', 'Your opponent declined the draw.'],
  ['DrawDeclined', 'black', 'move', 'Your opponent played on instead of a draw.'],
  ['TakebackDeclined', 'black', 'move', 'Your opponent played on instead of letting you take back.'],
  ['RematchDeclined', 'black', 'said', 'Your opponent declined the rematch.'],
  ['DrawWithdrawn', 'black', 'said', 'Your opponent no longer offers a draw.'],
  ['DrawDeclined', 'white', 'said', null],
  ['TakebackWithdrawn', 'white', 'move', null],
  ['TakebackAccepted', 'black', 'said', null],
] as const)('%s by %s (%s) is told to White as: %s', (type, color, how, words) => {
  expect(unansweredIn(facts(type, color, how), ['white'])).toBe(words);
});
