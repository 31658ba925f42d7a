import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { differential } from '../testing/differential.js';
import { STARTS } from '../testing/starts.js';

test('random games agree with a slow gate simulation in moves, register and density matrix', () => {
  const seen = differential(seededRandom(2024), 3_000, STARTS, 48);
  expect(seen.difference).toBeLessThan(1e-9);
  expect(seen.normError).toBeLessThan(1e-12);
  expect(seen.measured).toBeGreaterThan(100);
  expect(seen.largest).toBeGreaterThan(32);
  // Every type with all its variants: three for jump, slide and en passant, two for pawn moves and castling.
  expect([...seen.covered].map((each) => Number(each.replace(':', ''))).sort((a, b) => a - b)).toEqual([
    21, 22, 23, 31, 32, 33, 41, 51, 61, 71, 81, 82, 91, 92, 103, 111, 112, 113, 121, 122, 131, 132,
  ]);
});
