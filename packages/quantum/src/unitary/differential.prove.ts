import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { differential } from '../testing/differential.js';
import { STARTS } from '../testing/starts.js';

test('100,000 random moves agree with a slow gate simulation', () => {
  const seen = differential(seededRandom(1), 100_000, STARTS, 256);
  console.info(seen);
  expect(seen.moves).toBe(100_000);
  expect(seen.difference).toBeLessThan(1e-9);
  expect(seen.normError).toBeLessThan(1e-12);
});
