import { catalogue, type Ruleset, rulesetNamed } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';
import { nearNames } from './near-names.js';
import { usageError } from './options.js';

/** The built-in ruleset that `--ruleset` names. */
export function readRulesetOption(name: string | undefined): Result<Ruleset, UsageError> {
  if (name === undefined) return usageError("--ruleset is missing; 'chessmith rulesets' lists them");
  const ruleset = rulesetNamed(name);
  return ruleset === undefined ? usageError(unknownRuleset(name, catalogue)) : ok(ruleset);
}

/** A sentence that says which names are near, or where all of them are listed. */
export function unknownRuleset(name: string, known: readonly { readonly name: string }[]): string {
  const near = nearNames(
    name,
    known.map((ruleset) => ruleset.name),
  );
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : "'chessmith rulesets' lists them";
  return `there is no ruleset '${name.slice(0, 40)}'; ${hint}`;
}
