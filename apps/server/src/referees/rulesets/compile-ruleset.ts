import {
  classicalReferee,
  compile,
  compiledBytes,
  type Json,
  type PackedEngine,
  packEngine,
  type Refusal,
  type Ruleset,
  type RulesetCard,
  readDraft,
  resolveDraft,
  type TheoryTables,
} from '@chessmith/rules';
import type { TheoryDraft } from '@chessmith/scripting';
import { assertNever, err, json, ok, type Result } from '@chessmith/std';
import type { Done, Job } from '../worker-pool.js';

export type { TheoryTables };

/** The source of a JSON ruleset, with the tables of its theories; null before they are evaluated. */
type JsonRuleset = { readonly source: string; readonly theories: TheoryTables | null };

/** The jobs of the worker that compiles JSON rulesets: large ones take most of a second. */
export type RulesetJobs = {
  readonly check: { readonly job: JsonRuleset; readonly done: Result<CheckedRuleset, Refusal> };
  /** Compiles a ruleset that passed its check. Its name becomes `name`. */
  readonly compile: { readonly job: JsonRuleset & { readonly name: string }; readonly done: CompiledRuleset };
};

/** A valid ruleset, and its theories if they must be evaluated before the check is complete. */
export type CheckedRuleset = { readonly about: RulesetCard; readonly unevaluated: TheoryDraft | null };
export type CompiledRuleset = { readonly engine: PackedEngine; readonly bytes: number };

export function performRulesetJob(job: Job<RulesetJobs>): Done<RulesetJobs, keyof RulesetJobs> {
  switch (job.kind) {
    case 'check':
      return checkRuleset(job);
    case 'compile': {
      const ruleset = readStored(job);
      return { engine: packEngine(compile(ruleset)), bytes: compiledBytes(ruleset) };
    }
    default:
      return assertNever(job);
  }
}

export function checkRuleset({ source, theories }: JsonRuleset): Result<CheckedRuleset, Refusal> {
  let value: unknown;
  try {
    value = parseJson(source);
  } catch (error) {
    return err({
      code: 'ruleset/not-json',
      message: `The ruleset is not valid JSON: ${(error as Error).message}`,
      facts: { ...json.syntaxErrorPosition(source), detail: (error as Error).message },
    });
  }
  const draft = readDraft(value);
  if (!draft.ok) return err(rulesetErrorOf(draft.error, source));
  const ruleset = resolveDraft(draft.value, theories ?? {});
  if (!ruleset.ok) return err(rulesetErrorOf(ruleset.error, source));
  const isEvaluated = theories !== null || Object.keys(draft.value.theories).length === 0;
  const unevaluated = isEvaluated ? null : { theories: draft.value.theories, board: draft.value.board };
  return ok({ about: classicalReferee(ruleset.value).about, unevaluated });
}

/** The first error with its place, and the list of all. */
export function rulesetErrorOf(refusals: readonly Refusal[], source: string): Refusal {
  const { code, message, facts } = refusals[0]!;
  const place = typeof facts?.path === 'string' ? json.valuePosition(source, facts.path) : {};
  return { code, message, facts: { ...facts, ...place, problems: refusals as unknown as Json } };
}

/** Restores a JSON ruleset that passed its check. */
export function readStored({ source, name, theories }: JsonRuleset & { readonly name: string }): Ruleset {
  const draft = readDraft(parseJson(source));
  const ruleset = draft.ok ? resolveDraft({ ...draft.value, name }, theories ?? {}) : draft;
  if (!ruleset.ok) throw new Error(`the stored ruleset ${name} no longer passes its check`);
  return ruleset.value;
}

/** Removes the byte order mark that some editors write. */
const parseJson = (source: string): unknown => JSON.parse(source.replace(/^\uFEFF/, ''));
