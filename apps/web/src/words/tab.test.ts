import { describe, expect, test } from 'vitest';
import { isCall, tabTitle } from './tab.js';

type Seen = Parameters<typeof isCall>[0];

const OFFERS = { draw: null, takeback: null, rematch: null };
const view = (more: object = {}) =>
  ({
    situation: 'running',
    yours: ['white'],
    turn: 'white',
    ply: 4,
    offers: OFFERS,
    end: null,
    ...more,
  }) as unknown as Seen;
const theirs = view({ turn: 'black', ply: 5 });
const over = view({ situation: 'terminated', end: { kind: 'win', winner: 'white', cause: 'surrender' } });

test.each([
  [view(), 'Your move · Chess'],
  [theirs, 'Waiting for Black · Chess'],
  [view({ yours: [] }), 'White to move · Chess'],
  [view({ yours: ['white', 'black'], turn: 'black' }), 'Black to move · Chess'],
  [over, 'You win · Chess'],
  [{ ...over, yours: [] }, 'White wins · Chess'],
  [view({ situation: 'waiting-for-players', turn: null }), 'Waiting for somebody · Chess'],
  [view({ situation: 'waiting-for-players', turn: null, yours: [] }), 'Chess'],
])('the tab says how the game stands: %#', (seen, title) => {
  expect(tabTitle(seen, 'Chess')).toBe(title);
});

describe('a player who looks elsewhere', () => {
  test('is called when it is their turn, when the game starts or ends, and when something is offered', () => {
    expect(isCall(theirs, view({ ply: 6 }))).toBe(true);
    expect(isCall(view({ situation: 'waiting-for-players', turn: null }), view())).toBe(true);
    expect(isCall(view(), over)).toBe(true);
    expect(isCall(view(), view({ offers: { ...OFFERS, draw: { by: 'black' } } }))).toBe(true);
  });

  test('is not called by what they did themselves, or by what changes nothing for them', () => {
    expect(isCall(view(), theirs)).toBe(false);
    expect(isCall(view(), view({ offers: { ...OFFERS, draw: { by: 'white' } } }))).toBe(false);
    expect(isCall(view(), view())).toBe(false);
  });

  test('is nobody who watches, or who plays both sides', () => {
    for (const yours of [[], ['white', 'black']]) {
      expect(isCall({ ...theirs, yours } as Seen, view({ yours, ply: 6 }))).toBe(false);
    }
  });
});
