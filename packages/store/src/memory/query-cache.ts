import type { AsOf, Json, QueryCache, ResultExpiry } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import { LRUCache } from 'lru-cache';

/**
 * An LRU cache in this process with an approximate limit in bytes. Results are stored as JSON text: objects take six times
 * as much memory, of a size that cannot be measured.
 */
export function memoryQueryCache({ maxBytes }: { readonly maxBytes: number }): QueryCache {
  const results = new LRUCache<string, CachedResult>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + 2 * (key.length + text.length),
  });
  return {
    retrieve(key, asOf) {
      const cached = results.get(key);
      return cached && isFresh(cached.expiry, asOf) ? (JSON.parse(cached.text) as Json) : undefined;
    },
    store(key, result, expiry) {
      results.set(key, { text: JSON.stringify(result), expiry });
    },
    delete(keys) {
      for (const key of keys) results.delete(key);
    },
  };
}

/** The overhead of an entry besides its characters, which take at most two bytes each. */
const ENTRY_BYTES = 200;

type CachedResult = { readonly text: string; readonly expiry: ResultExpiry };

function isFresh(expiry: ResultExpiry, { now, turn }: AsOf): boolean {
  switch (expiry.kind) {
    case 'never':
      return true;
    case 'at':
      return now < expiry.instant;
    case 'after-turn':
      // Without the current turn the result cannot be trusted.
      return turn !== undefined && turn <= expiry.turn;
    default:
      return assertNever(expiry);
  }
}
