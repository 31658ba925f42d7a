import type { AsOf, Json, QueryCache, ResultExpiry } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import { LRUCache } from 'lru-cache';

/**
 * A cache in this process that takes about so many bytes at most and forgets first what nobody asked for longest. Answers are
 * kept as text: as objects they take six times as much, and nobody could tell how much.
 */
export function openMemoryCache({ mostBytes }: { readonly mostBytes: number }): QueryCache {
  const answers = new LRUCache<string, Cached>({
    maxSize: mostBytes,
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + 2 * (key.length + text.length),
  });
  return {
    async retrieve(key, asOf) {
      const cached = answers.get(key);
      return cached && isGiven(cached.expiry, asOf) ? (JSON.parse(cached.text) as Json) : undefined;
    },
    async store(key, answer, expiry) {
      answers.set(key, { text: JSON.stringify(answer), expiry });
    },
    delete(keys) {
      for (const key of keys) answers.delete(key);
    },
  };
}

/** What an entry takes besides its letters, which take two bytes at most. */
const ENTRY_BYTES = 200;

type Cached = { readonly text: string; readonly expiry: ResultExpiry };

function isGiven(expiry: ResultExpiry, { now, turn }: AsOf): boolean {
  switch (expiry.kind) {
    case 'never':
      return true;
    case 'at':
      return now < expiry.instant;
    case 'after-turn':
      // Whoever does not say the turn cannot know whether the answer still holds.
      return turn !== undefined && turn <= expiry.turn;
    default:
      return assertNever(expiry);
  }
}
