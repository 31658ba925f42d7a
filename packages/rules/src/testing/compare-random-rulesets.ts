import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { validateRuleset } from '../validate-ruleset/validate-ruleset.js';
import { anyRuleset } from './any-ruleset.js';
import { compareWithReference } from './compare-with-reference.js';

/**
 * Plays random rulesets for some plies each and compares them with the reference implementation; returns rulesets and
 * plies played.
 */
export function compareRandomRulesets(
  seed: number,
  runs: number,
): { readonly rulesets: number; readonly plies: number } {
  let rulesets = 0;
  let plies = 0;
  fc.assert(
    fc.property(anyRuleset, fc.nat(), (ruleset, gameSeed) => {
      if (validateRuleset(ruleset).length > 0) return;
      rulesets++;
      plies += compareWithReference(ruleset, seededRandom(gameSeed), 10);
    }),
    { seed, numRuns: runs },
  );
  return { rulesets, plies };
}
