import { catalogue, standard } from '@chessmith/rules';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { levelMover, playMatch, randomMover } from '../testing/play-match.js';
import type { Level } from './levels.js';

const SEEDS = [1, 2, 3];
/** Enough for level 8 to look further than level 7, which stops at its own limit. */
const NODES = 200_000;

test.each(catalogue)('full strength wins 95 % of 20 games against a random mover in $name', (ruleset) => {
  const random = seededRandom(1);
  const points = playMatch(ruleset, levelMover(ruleset, 8, 5_000, random.fork()), randomMover(random.fork()), 20);
  expect(points).toBeGreaterThanOrEqual(19);
});

test.each([2, 3, 4, 5, 6, 7, 8] satisfies Level[])(
  'level %i scores 65 % of 100 games against the level below',
  (level) => {
    let points = 0;
    SEEDS.forEach((seed, i) => {
      const random = seededRandom(seed);
      const upper = levelMover(standard, level, NODES, random.fork());
      const lower = levelMover(standard, (level - 1) as Level, NODES, random.fork());
      points += playMatch(standard, upper, lower, i === 0 ? 34 : 33);
    });
    expect(points).toBeGreaterThanOrEqual(65);
  },
);
