import { catalogue, classicalReferee, type RulesetCard } from '@chessmith/rules';
import { OTHER_JUDGES } from './judge/judges.js';

/** The cards of all built-in rulesets, in the order of the lists for people. */
export async function knownRulesets(): Promise<readonly RulesetCard[]> {
  const others = await Promise.all(Object.values(OTHER_JUDGES).map(async (load) => (await load()).about));
  return [...catalogue.map((ruleset) => classicalReferee(ruleset).about), ...others];
}
