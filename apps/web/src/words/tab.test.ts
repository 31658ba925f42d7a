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
  [theirs, 'Black to move · Chess'],
  [view({ yours: [] }), 'White to move · Chess'],
  [view({ yours: ['white', 'black'], turn: 'black' }), 'Black to move · Chess'],
  [over, 'You win · Chess'],
  [{ ...over, yours: [] }, 'White wins · Chess'],
  [view({ situation: 'waiting-for-players', turn: null }), 'Waiting for an opponent · Chess'],
  [view({ situation: 'waiting-for-players', turn: null, yours: [] }), 'Chess'],
])('the tab shows the state of the game: %#', (seen, title) => {
  expect(tabTitle(seen, 'Chess')).toBe(title);
});

describe('a player who looks at another tab', () => {
  test('is called at their turn, at the start and end of the game, and by an offer', () => {
    expect(isCall(theirs, view({ ply: 6 }))).toBe(true);
    expect(isCall(view({ situation: 'waiting-for-players', turn: null }), view())).toBe(true);
    expect(isCall(view(), over)).toBe(true);
    expect(isCall(view(), view({ offers: { ...OFFERS, draw: { by: 'black' } } }))).toBe(true);
  });

  test('is not called by their own actions or by views without changes', () => {
    expect(isCall(view(), theirs)).toBe(false);
    expect(isCall(view(), view({ offers: { ...OFFERS, draw: { by: 'white' } } }))).toBe(false);
    expect(isCall(view(), view())).toBe(false);
  });

  test('is not called as a watcher or as the player of both sides', () => {
    for (const yours of [[], ['white', 'black']]) {
      expect(isCall({ ...theirs, yours } as Seen, view({ yours, ply: 6 }))).toBe(false);
    }
  });
});
