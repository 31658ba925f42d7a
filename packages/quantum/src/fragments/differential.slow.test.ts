import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compareFragments } from '../testing/fragments-differential.js';

test('random games match the reference implementation, including errors and logs', () => {
  const compared = compareFragments(seededRandom(11), 20);
  expect(compared.plies).toBeGreaterThan(400);
  expect(compared.refused).toBeGreaterThan(100);
  expect(compared.measured).toBeGreaterThan(20);
});
