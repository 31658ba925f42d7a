import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Instant, Json } from './listed-situation.js';

export const VISIBILITIES = ['private', 'unlisted', 'public'] as const;
/** `private`: for its author and those who join the author's games; `unlisted`: for whoever knows its id; `public`: in lists, with its source. */
export type Visibility = (typeof VISIBILITIES)[number];

/** Rules that somebody wrote, as they were when they passed the check. Only their visibility ever changes. */
export type StoredRuleset = {
  /** Follows from author, form and source: another content is another ruleset. */
  readonly id: RulesetId;
  readonly author: PersonId;
  /** The author's own; uploads of the same name are its versions, counted from 1. */
  readonly name: string;
  readonly version: number;
  readonly form: string;
  readonly source: string;
  /** What it is about; may be empty. */
  readonly description: string;
  /** What the check found out; the store does not look into it. */
  readonly card: Json;
  readonly visibility: Visibility;
  readonly forkOf: RulesetId | null;
  readonly createdAt: Instant;
};

export type RulesetSearch = {
  readonly author?: PersonId;
  /** Words, in any case; each stands anywhere in the name, in the description or in what the author is called now. */
  readonly text?: string;
  /** Of several versions of one name only the latest of those that may be seen. */
  readonly latest?: boolean;
  /** Private and unlisted ones too. */
  readonly all?: boolean;
};

/** Where people's rulesets are kept, for ever: games are pinned to them. */
export interface RulesetStore {
  /** Gives it the next version of its name; one that is there already is given back as it is. */
  add(ruleset: Omit<StoredRuleset, 'version'>, limit: number): Promise<StoredRuleset | 'too-many'>;
  ruleset(id: RulesetId): Promise<StoredRuleset | undefined>;
  /** The latest first, without their sources; `after` is the id of the last one of the page before. */
  list(
    search: RulesetSearch,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly RulesetHead[]>;
  setVisibility(id: RulesetId, visibility: Visibility): Promise<void>;
}

export type RulesetHead = Omit<StoredRuleset, 'source'>;
