import { type Refusal, type Ruleset, type RulesetDraft, readDraft, resolveDraft } from '@chessmith/rules';
import { mapOk, ok, type Result } from '@chessmith/std';
import type { TheoryAnswers } from './evaluate-theories.js';

/** A ruleset that can be compiled, and the answers of its theories; null if it has none. */
export type MadeRuleset = { readonly ruleset: Ruleset; readonly answered: TheoryAnswers | null };

/**
 * Makes a ruleset from JSON that an author wrote. Everything else is checked before the theories are evaluated, and the
 * whole again with their answers.
 */
export async function makeRuleset(
  value: unknown,
  ask: (draft: RulesetDraft) => Promise<Result<TheoryAnswers, readonly Refusal[]>>,
): Promise<Result<MadeRuleset, readonly Refusal[]>> {
  const read = readBeforeTheories(value);
  if (!read.ok) return read;
  const { draft, before } = read.value;
  if (Object.keys(draft.theories).length === 0) return ok({ ruleset: before, answered: null });
  const answered = await ask(draft);
  if (!answered.ok) return answered;
  const ruleset = resolveDraft(draft, answered.value.tables);
  return ruleset.ok ? ok({ ruleset: ruleset.value, answered: answered.value }) : ruleset;
}

function readBeforeTheories(
  value: unknown,
): Result<{ readonly draft: RulesetDraft; readonly before: Ruleset }, readonly Refusal[]> {
  const draft = readDraft(value);
  return draft.ok ? mapOk(resolveDraft(draft.value, {}), (before) => ({ draft: draft.value, before })) : draft;
}
