import { catalogue, rulesetNamed } from '@chessmith/rules';
import { classicalJudge } from './classical.js';
import type { Judge } from './judge.js';

/** The kinds of chess that are not compiled, by the name of their ruleset; loaded when they are asked for. */
export const OTHER_JUDGES: { readonly [ruleset: string]: () => Promise<Judge> } = {
  quantum: async () => (await import('./quantum.js')).quantumJudge(),
  'quantum-fragments': async () => (await import('./fragments.js')).fragmentsJudge(),
};

/** The names that can be asked for. */
export const knownNames = (): readonly { readonly name: string }[] => [
  ...catalogue,
  ...Object.keys(OTHER_JUDGES).map((name) => ({ name })),
];

/** A bench of judges, each called when its ruleset is first asked for. */
export function openJudges(): (ruleset: string) => Promise<Judge> | undefined {
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
