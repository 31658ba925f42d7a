import type { Instant, Json } from './listed-situation.js';

/**
 * Caches results of queries in this process. It may drop any entry at any time. It answers at once and does not fail,
 * so that changed results are gone before a command is acknowledged.
 */
export interface QueryCache {
  retrieve(key: string, asOf: AsOf): Json | undefined;
  /** Replaces the entry under this key. */
  store(key: string, result: Json, expiry: ResultExpiry): void;
  /** After this, `retrieve` returns nothing that was stored before. */
  delete(keys: readonly string[]): void;
}

/** The moment that expiry is compared with. `turn` is the current turn of the game, for queries about a game. */
export type AsOf = { readonly now: Instant; readonly turn?: number };

export type ResultExpiry =
  /** For past turns, whose results never change. */
  | { readonly kind: 'never' }
  /** Valid before this instant. */
  | { readonly kind: 'at'; readonly instant: Instant }
  /** Valid while the game is at this turn or an earlier one. */
  | { readonly kind: 'after-turn'; readonly turn: number };
