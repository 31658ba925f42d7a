import type { RulesetVisibility } from '@chessmith/client';
import { kept } from '../kept.js';
import { VISIBILITIES } from '../words/visibility.js';
import { FORMS, type FormName } from './forms.js';

/** What somebody is writing. */
export type Draft = {
  readonly form: FormName;
  readonly source: string;
  readonly name: string;
  readonly visibility: RulesetVisibility;
};

const keyOf = (from: string | null): string => `chessmith.draft.${from ?? 'new'}`;

/** What was written here before and not handed in; `from` are the rules it began with. */
export function loadDraft(from: string | null): Draft | null {
  try {
    const { form, source, name, visibility } = JSON.parse(kept.get(keyOf(from)) ?? 'null');
    const isSound =
      FORMS.some(({ value }) => value === form) &&
      VISIBILITIES.some(({ value }) => value === visibility) &&
      typeof source === 'string' &&
      typeof name === 'string';
    return isSound ? { form, source, name, visibility } : null;
  } catch {
    return null;
  }
}

/** Keeps it in this browser, as far as there is room. */
export const saveDraft = (from: string | null, draft: Draft): void => kept.set(keyOf(from), JSON.stringify(draft));

export const dropDraft = (from: string | null): void => kept.drop(keyOf(from));
