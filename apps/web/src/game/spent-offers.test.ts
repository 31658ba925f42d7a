import { expect, test } from 'vitest';
import { spentAfter } from './spent-offers.js';

const NONE = { draw: null, takeback: null, rematch: null };
const view = (ply: number, offers: object = {}) =>
  ({ ply, yours: ['white'], offers: { ...NONE, ...offers } }) as unknown as Parameters<typeof spentAfter>[2];
const [mine, theirs] = [{ by: 'white' }, { by: 'black' }];

test('an offer that was made is spent, also after it was declined', () => {
  const offered = view(8, { rematch: mine });
  const spent = spentAfter([], view(8), offered);
  expect(spent).toEqual(['rematch']);
  expect(spentAfter(spent, offered, view(8))).toEqual(['rematch']);
});

test('a move lets it be made again; an offer that stands through the move stays spent', () => {
  expect(spentAfter(['draw', 'takeback'], view(8), view(9))).toEqual([]);
  expect(spentAfter(['draw'], view(8, { draw: mine }), view(9, { draw: mine }))).toEqual(['draw']);
});

test('what the other side offers is not spent for this one, and a page just opened knows of what stands', () => {
  expect(spentAfter([], view(8), view(8, { draw: theirs }))).toEqual([]);
  expect(spentAfter([], null, view(8, { draw: mine }))).toEqual(['draw']);
});
