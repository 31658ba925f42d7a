import { type Refusal, type Ruleset, type RulesetDraft, readDraft, resolveDraft } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import type { Answered } from './ask-theories.js';

/** A ruleset that can be compiled, and the answers of its theories; null if it has none. */
export type MadeRuleset = { readonly ruleset: Ruleset; readonly answered: Answered | null };

/**
 * Makes a ruleset from JSON that an author wrote. Everything else is checked before the theories are evaluated, and the
 * whole again with their answers.
 */
export async function makeRuleset(
  value: unknown,
  ask: (draft: RulesetDraft) => Promise<Result<Answered, readonly Refusal[]>>,
): Promise<Result<MadeRuleset, readonly Refusal[]>> {
  const draft = readDraft(value);
  if (!draft.ok) return draft;
  const before = resolveDraft(draft.value, {});
  if (!before.ok) return before;
  if (Object.keys(draft.value.theories).length === 0) return ok({ ruleset: before.value, answered: null });
  const answered = await ask(draft.value);
  if (!answered.ok) return answered;
  const ruleset = resolveDraft(draft.value, answered.value.tables);
  return ruleset.ok ? ok({ ruleset: ruleset.value, answered: answered.value }) : ruleset;
}
