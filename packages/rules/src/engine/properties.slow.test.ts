import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { catalogue } from '../rulesets/catalogue.js';
import { standard } from '../rulesets/standard.js';
import { compareWithReference } from '../testing/compare-with-reference.js';

/** The king that may castle is not the last one in the FEN. */
const twoKings = {
  ...standard,
  name: 'two kings a side',
  start: standard.start.toString().replace('8/8/8/8', '3k4/8/8/3K4'),
};

describe.each([...catalogue, twoKings])('$name', (ruleset) => {
  test('moves match brute force; undo, hash and FEN restore the position', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        compareWithReference(ruleset, seededRandom(seed), 12);
      }),
      { seed: 3, numRuns: 12 },
    );
  });
});
