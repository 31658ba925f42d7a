import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../rulesets/catalogue.js';
import { compareWithReference } from '../testing/compare-with-reference.js';

describe.each(catalogue)('$name', (ruleset) => {
  test('over 3,000 plies: moves match brute force; undo, hash and FEN restore the position', () => {
    let plies = 0;
    while (plies < 3_000) {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          plies += compareWithReference(ruleset, seededRandom(seed), 60);
        }),
        { seed: plies, numRuns: 50 },
      );
    }
    expect(plies).toBeGreaterThanOrEqual(3_000);
  });
});
