import { readFile } from 'node:fs/promises';
import { type Refusal, type Ruleset, type RulesetDraft, refusal, rulesetNamed } from '@chessmith/rules';
import type { MadeRuleset, OnProgress, TheoryAnswers } from '@chessmith/scripting';
import { err, json, ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';
import { knownNames, OTHER_JUDGES, unknownRuleset } from './judge/judges.js';
import { usageError } from './options.js';
import { PATIENT } from './script-file.js';

/** The ruleset that `--ruleset` selects: a built-in one, or a JSON file. */
export async function readRulesetOption(name: string | undefined): Promise<Result<Ruleset, UsageError | Refusal>> {
  if (name === undefined) return usageError("--ruleset is missing; 'chessmith rulesets' lists them");
  if (isRulesetFile(name)) {
    const file = await readRulesetFile(name);
    return file.ok ? ok(file.value.ruleset) : file;
  }
  const ruleset = rulesetNamed(name);
  if (ruleset !== undefined) return ok(ruleset);
  if (Object.hasOwn(OTHER_JUDGES, name)) {
    const why = `${name} is not a compiled ruleset; use 'show', 'play' or 'judge'.`;
    return err(refusal('ruleset/not-compiled', why));
  }
  return usageError(unknownRuleset(name, knownNames()));
}

/** Whether a file name ends in .json. */
export const isRulesetFile = (name: string): boolean => /\.json$/i.test(name);

/** Reads a ruleset from a JSON file, and evaluates its theories in a sandbox of its own. */
export async function readRulesetFile(path: string, onProgress?: OnProgress): Promise<Result<MadeRuleset, Refusal>> {
  let text: string;
  try {
    // Some editors write a byte order mark, which the decoder removes.
    text = new TextDecoder().decode(await readFile(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return err(refusal('ruleset/unreadable', `${path} cannot be read: ${error.code}.`));
  }
  const value = json.readJsonText(json.unknown(), text);
  if (!value.ok) {
    const { line, column } = json.syntaxErrorPosition(text);
    return err(refusal('ruleset/unreadable', `${path} is not JSON: look at line ${line}, column ${column}.`));
  }
  const { makeRuleset } = await import('@chessmith/scripting');
  const made = await makeRuleset(value.value, (draft) => askInSandbox(draft, onProgress));
  if (made.ok) return made;
  const reasons = made.error.map(({ message }) => `  ${message}`).join('\n');
  return err(refusal('ruleset/refused', `${path} is not a valid ruleset:\n${reasons}`));
}

async function askInSandbox(
  draft: RulesetDraft,
  onProgress: OnProgress | undefined,
): Promise<Result<TheoryAnswers, readonly Refusal[]>> {
  const { evaluateTheories, openSandbox } = await import('@chessmith/scripting');
  const sandbox = openSandbox({ languages: ['prolog'], workersPerLanguage: 1, atOnce: 1, waiting: PATIENT });
  try {
    return await evaluateTheories(sandbox, draft, 'you', { cpuMs: 15_000, wallMs: 600_000 }, onProgress);
  } finally {
    await sandbox.close();
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;
