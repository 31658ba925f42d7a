import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { catalogue } from '../rulesets/catalogue.js';
import { walkAlone } from '../testing/walk.js';

describe.each(catalogue)('$name', (ruleset) => {
  test('moves are those of brute force, undo restores, hashes and FENs come back', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        walkAlone(ruleset, seededRandom(seed), 12);
      }),
      { seed: 3, numRuns: 12 },
    );
  });
});
