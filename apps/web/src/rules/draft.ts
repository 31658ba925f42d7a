import type { RulesetVisibility } from '@chessmith/client';
import { stored } from '../local-storage.js';
import { FORMATS, type FormatName } from './formats.js';
import { VISIBILITIES } from './visibility.js';

/** A variant that is not saved on the server yet. */
export type Draft = {
  readonly format: FormatName;
  readonly source: string;
  readonly name: string;
  /** The name of the opened file; empty without one. */
  readonly file: string;
  /** Null until the author chooses; a ruleset that exists keeps its own. */
  readonly visibility: RulesetVisibility | null;
};

const keyOf = (from: string | null): string => `chessmith.draft.${from ?? 'new'}`;

/** The stored draft; `from` is the ruleset that it started from. */
export function loadDraft(from: string | null): Draft | null {
  try {
    // Drafts stored by older versions call the format `form`.
    const { form, format = form, source, name, file = '', visibility } = JSON.parse(stored.get(keyOf(from)) ?? 'null');
    const isValid =
      FORMATS.some(({ value }) => value === format) &&
      (visibility === null || VISIBILITIES.some(({ value }) => value === visibility)) &&
      [source, name, file].every((text) => typeof text === 'string');
    return isValid ? { format, source, name, file, visibility } : null;
  } catch {
    return null;
  }
}

/** Stores the draft in this browser if there is space. */
export const saveDraft = (from: string | null, draft: Draft): void => stored.set(keyOf(from), JSON.stringify(draft));

export const dropDraft = (from: string | null): void => stored.drop(keyOf(from));
