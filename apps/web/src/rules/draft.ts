import type { RulesetVisibility } from '@chessmith/client';
import { stored } from '../local-storage.js';
import { VISIBILITIES } from '../words/visibility.js';
import { FORMS, type FormName } from './forms.js';

/** What somebody is writing. */
export type Draft = {
  readonly form: FormName;
  readonly source: string;
  readonly name: string;
  /** The name of the file that it came from; empty if it came from none. */
  readonly file: string;
  /** Null until its author chooses: rules that are saved already keep theirs. */
  readonly visibility: RulesetVisibility | null;
};

const keyOf = (from: string | null): string => `chessmith.draft.${from ?? 'new'}`;

/** What was written here before and not handed in; `from` are the rules it began with. */
export function loadDraft(from: string | null): Draft | null {
  try {
    const { form, source, name, file = '', visibility } = JSON.parse(stored.get(keyOf(from)) ?? 'null');
    const isSound =
      FORMS.some(({ value }) => value === form) &&
      (visibility === null || VISIBILITIES.some(({ value }) => value === visibility)) &&
      [source, name, file].every((text) => typeof text === 'string');
    return isSound ? { form, source, name, file, visibility } : null;
  } catch {
    return null;
  }
}

/** Keeps it in this browser, as far as there is room. */
export const saveDraft = (from: string | null, draft: Draft): void => stored.set(keyOf(from), JSON.stringify(draft));

export const dropDraft = (from: string | null): void => stored.drop(keyOf(from));
