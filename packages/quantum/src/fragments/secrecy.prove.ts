import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { playTwins } from '../testing/twins.js';

test('2,000 pairs of games with different coins look equal until a measurement differs', () => {
  const seen = playTwins(seededRandom(1), 2_000);
  console.info(seen);
  expect(seen.plies).toBeGreaterThan(20_000);
  expect(seen.parted).toBeGreaterThan(500);
});
