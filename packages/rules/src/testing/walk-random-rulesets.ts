import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { checkRuleset } from '../soundness/check-ruleset.js';
import { randomRuleset } from './random-ruleset.js';
import { walkAlone } from './walk.js';

/** Plays so many random rulesets for some plies each, beside brute force; answers with the rulesets and plies played. */
export function walkRandomRulesets(seed: number, runs: number): { readonly rulesets: number; readonly plies: number } {
  let rulesets = 0;
  let plies = 0;
  fc.assert(
    fc.property(fc.integer(), (chosen) => {
      const random = seededRandom(chosen);
      const ruleset = randomRuleset(random);
      if (checkRuleset(ruleset).length > 0) return;
      rulesets++;
      plies += walkAlone(ruleset, random, 10);
    }),
    { seed, numRuns: runs },
  );
  return { rulesets, plies };
}
