import type { MaybePromise } from '@chessmith/std';
import type { Instant, Json } from './listed-situation.js';

/** Remembers answers to questions. It may forget any of them at any time, and holds no truth. */
export interface QueryCache {
  retrieve(key: string, asOf: AsOf): Promise<Json | undefined>;
  /** Replaces what was there under the key. */
  store(key: string, result: Json, expiry: ResultExpiry): Promise<void>;
  /** Afterwards nobody retrieves what was stored before. */
  delete(keys: readonly string[]): MaybePromise<void>;
}

/** The present, against which expiry is judged. `turn` is that of the game in question, where there is one. */
export type AsOf = { readonly now: Instant; readonly turn?: number };

export type ResultExpiry =
  /** True of a past turn, so true for ever. */
  | { readonly kind: 'never' }
  /** No longer given from this instant on. */
  | { readonly kind: 'at'; readonly instant: Instant }
  /** Given while the game is at this turn or an earlier one. */
  | { readonly kind: 'after-turn'; readonly turn: number };
