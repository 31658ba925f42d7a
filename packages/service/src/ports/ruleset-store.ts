import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Instant, Json } from './listed-situation.js';

export const VISIBILITIES = ['private', 'unlisted', 'public'] as const;
/**
 * `private`: for its author and players in the author's games; `unlisted`: for all who know its id; `public`: listed,
 * with its source.
 */
export type Visibility = (typeof VISIBILITIES)[number];

/** An uploaded ruleset that was accepted. Only its visibility can change. */
export type StoredRuleset = {
  /** Derived from author, format and source: other content is another ruleset. */
  readonly id: RulesetId;
  readonly author: PersonId;
  /** The author's name for it; uploads with the same name are its versions, counted from 1. */
  readonly name: string;
  readonly version: number;
  readonly format: string;
  readonly source: string;
  /** A summary of the rules; may be empty. */
  readonly description: string;
  /** The result of the examination; opaque to the store. */
  readonly card: Json;
  readonly visibility: Visibility;
  readonly forkOf: RulesetId | null;
  readonly createdAt: Instant;
};

export type RulesetSearch = {
  readonly author?: PersonId;
  /** Words in any case; each must occur in the name, the description or the author's current name. */
  readonly text?: string;
  /** Only the latest visible version of each name. */
  readonly latest?: boolean;
  /** Include private and unlisted rulesets. */
  readonly all?: boolean;
};

/** Stores uploaded rulesets for ever, because games refer to them. */
export interface RulesetStore {
  /** Adds it as the next version of its name. If the id exists, the stored ruleset is returned unchanged. */
  add(ruleset: Omit<StoredRuleset, 'version'>, limit: number): Promise<StoredRuleset | 'too-many'>;
  ruleset(id: RulesetId): Promise<StoredRuleset | undefined>;
  /** Latest first, without sources; `after` is the id of the last one on the page before. */
  list(
    search: RulesetSearch,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly RulesetHead[]>;
  setVisibility(id: RulesetId, visibility: Visibility): Promise<void>;
}

export type RulesetHead = Omit<StoredRuleset, 'source'>;
