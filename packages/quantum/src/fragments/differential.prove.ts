import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compareFragments } from '../testing/fragments-differential.js';

test('random games match the reference implementation, including errors and logs', () => {
  const compared = compareFragments(seededRandom(12), 600);
  expect(compared.measured).toBeGreaterThan(1000);
  console.log(JSON.stringify(compared));
});
