import { catalogue } from '@chessmith/rules';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { levelMover, playMatch, randomMover } from '../testing/play-match.js';

test.each(catalogue)('full strength beats a random mover in $name', (ruleset) => {
  const random = seededRandom(1);
  const points = playMatch(ruleset, levelMover(ruleset, 8, 2_000, random.fork()), randomMover(random.fork()), 2);
  expect(points).toBe(2);
});
