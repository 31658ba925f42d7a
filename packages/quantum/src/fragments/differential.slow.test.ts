import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compareFragments } from '../testing/fragments-differential.js';

test('random games go as in a second reading of the rules, errors and logs included', () => {
  const compared = compareFragments(seededRandom(11), 20);
  expect(compared.plies).toBeGreaterThan(400);
  expect(compared.refused).toBeGreaterThan(100);
  expect(compared.measured).toBeGreaterThan(20);
});
