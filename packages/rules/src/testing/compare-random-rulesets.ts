import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { validateRuleset } from '../validate-ruleset/validate-ruleset.js';
import { anyRuleset } from './any-ruleset.js';
import { walkAlone } from './walk.js';

/**
 * Plays random rulesets for some plies each and compares them with the reference implementation; returns rulesets and
 * plies played.
 */
export function walkRandomRulesets(seed: number, runs: number): { readonly rulesets: number; readonly plies: number } {
  let rulesets = 0;
  let plies = 0;
  fc.assert(
    fc.property(anyRuleset, fc.nat(), (ruleset, lot) => {
      if (validateRuleset(ruleset).length > 0) return;
      rulesets++;
      plies += walkAlone(ruleset, seededRandom(lot), 10);
    }),
    { seed, numRuns: runs },
  );
  return { rulesets, plies };
}
