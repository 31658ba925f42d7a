import { expect, test } from 'vitest';
import { spentAfter } from './spent-offers.js';

const NONE = { draw: null, takeback: null, rematch: null };
const view = (ply: number, offers: object = {}) =>
  ({ ply, yours: ['white'], offers: { ...NONE, ...offers } }) as unknown as Parameters<typeof spentAfter>[2];
const [mine, theirs] = [{ by: 'white' }, { by: 'black' }];

test('an offer is spent, also after it was declined', () => {
  const offered = view(8, { rematch: mine });
  const spent = spentAfter([], view(8), offered);
  expect(spent).toEqual(['rematch']);
  expect(spentAfter(spent, offered, view(8))).toEqual(['rematch']);
});

test('after a move it can be made again; an offer that is still open stays spent', () => {
  expect(spentAfter(['draw', 'takeback'], view(8), view(9))).toEqual([]);
  expect(spentAfter(['draw'], view(8, { draw: mine }), view(9, { draw: mine }))).toEqual(['draw']);
});

test("the opponent's offer is not spent, and a freshly opened page knows the open offers", () => {
  expect(spentAfter([], view(8), view(8, { draw: theirs }))).toEqual([]);
  expect(spentAfter([], null, view(8, { draw: mine }))).toEqual(['draw']);
});
