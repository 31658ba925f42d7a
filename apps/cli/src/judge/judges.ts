import { catalogue, rulesetNamed } from '@chessmith/rules';
import { similarNames } from '@chessmith/std';
import { classicalJudge } from './classical.js';
import type { Judge } from './judge.js';

/** The judges of rulesets that are not compiled, loaded on first use. */
export const OTHER_JUDGES: { readonly [ruleset: string]: () => Promise<Judge> } = {
  quantum: async () => (await import('./quantum.js')).quantumJudge(),
  'quantum-fragments': async () => (await import('./fragments.js')).fragmentsJudge(),
};

/** The rulesets that a request can name. */
export const knownNames = (): readonly { readonly name: string }[] => [
  ...catalogue,
  ...Object.keys(OTHER_JUDGES).map((name) => ({ name })),
];

/** A message with similar names, or with the command that lists all. */
export function unknownRuleset(name: string, known: readonly { readonly name: string }[]): string {
  const near = similarNames(
    name,
    known.map((ruleset) => ruleset.name),
  );
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : "'chessmith rulesets' lists them";
  return `there is no ruleset '${name.slice(0, 40)}'; ${hint}`;
}

/** Returns judges by ruleset; each is created on first use and then kept. */
export function judgesByRuleset(): (ruleset: string) => Promise<Judge> | undefined {
  const called = new Map<string, Promise<Judge>>();
  return (name) => {
    let judge = called.get(name);
    if (judge === undefined) {
      judge = call(name);
      if (judge !== undefined) called.set(name, judge);
    }
    return judge;
  };
}

function call(name: string): Promise<Judge> | undefined {
  const ruleset = rulesetNamed(name);
  if (ruleset !== undefined) return Promise.resolve(classicalJudge(ruleset));
  return Object.hasOwn(OTHER_JUDGES, name) ? OTHER_JUDGES[name]!() : undefined;
}
