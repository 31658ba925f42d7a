import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { RulesetCard } from '@chessmith/rules';
import type { Json, OnExaminationProgress, RulesetHead, RulesetSearch, Visibility } from '../ports/index.js';
import type { ServiceResult } from './result.js';

/** A ruleset as its author uploads it. */
export type RulesetInput = {
  readonly format: string;
  readonly source: string;
  /** Default: the title in the rules, or else the file name. */
  readonly name?: string;
  readonly file?: string;
  /** Default: private for a new ruleset, unchanged for an existing one. */
  readonly visibility?: Visibility;
};

/** The entry of a ruleset in lists. */
export type RulesetSummary = Omit<RulesetHead, 'card' | 'description'> & { readonly about: RulesetCard };

/** Uploaded rulesets. */
export interface Rulesets {
  /** Examines and stores a ruleset and reports progress. The same content gives the same ruleset. */
  upload(
    author: PersonId,
    input: RulesetInput,
    onProgress?: OnExaminationProgress,
  ): ServiceResult<{ readonly ruleset: RulesetSummary; readonly report: Json }>;
  /** Copies a public ruleset, or one of the person's own, for editing. */
  fork(author: PersonId, of: RulesetId, name?: string): ServiceResult<RulesetSummary>;
  list(
    search: Omit<RulesetSearch, 'all'>,
    page: { readonly limit: number; readonly after?: string },
    viewer: PersonId | null,
  ): Promise<{ readonly rulesets: readonly RulesetSummary[]; readonly next?: string }>;
  /** For all who know the id: players who join a game need to see a private ruleset's board. */
  find(id: RulesetId): ServiceResult<RulesetSummary>;
  source(id: RulesetId, viewer: PersonId | null): ServiceResult<{ readonly format: string; readonly source: string }>;
  setVisibility(author: PersonId, id: RulesetId, visibility: Visibility): ServiceResult<RulesetSummary>;
  /** Whether a person may create games with this ruleset. Players who have joined one continue in any case. */
  mayUse(person: PersonId | null, id: RulesetId): Promise<boolean>;
}
