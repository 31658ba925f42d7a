import { classicalReferee, type Referee, type Refusal, type Setup } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';
import { readRulesetOption } from './ruleset-option.js';
import { openScriptFile, readScriptFile } from './script-file.js';

/** A referee, and the setup to use if none is given. */
export type LoadedReferee = {
  readonly referee: Referee;
  readonly usual: Setup;
  /** Present if the referee holds a sandbox. */
  close?(): Promise<void>;
};

/** The referee that `--ruleset` selects: of a built-in ruleset of any kind, or of a file. */
export async function readRefereeOption(
  name: string | undefined,
): Promise<Result<LoadedReferee, UsageError | Refusal>> {
  const load = name !== undefined && Object.hasOwn(OTHER_REFEREES, name) ? OTHER_REFEREES[name] : undefined;
  if (load !== undefined) return ok({ referee: await load(), usual: {} });
  const script = name === undefined ? undefined : await readScriptFile(name);
  if (script !== undefined) {
    const opened = script.ok ? await openScriptFile(script.value) : script;
    return opened.ok ? ok({ ...opened.value, usual: {} }) : opened;
  }
  const ruleset = await readRulesetOption(name);
  if (!ruleset.ok) return ruleset;
  const { start } = ruleset.value;
  return ok({
    referee: classicalReferee(ruleset.value) as Referee,
    usual: typeof start === 'string' ? {} : { number: start.default },
  });
}

/** The rulesets that are not compiled. */
const OTHER_REFEREES: { readonly [ruleset: string]: () => Promise<Referee> } = {
  quantum: async () => (await import('@chessmith/quantum')).quantumReferee() as Referee,
  'quantum-fragments': async () => (await import('@chessmith/quantum')).fragmentsReferee() as Referee,
};
