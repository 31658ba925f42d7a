import type { AnswerCache, AnswerExpiry, AsOf, Json } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import { LRUCache } from 'lru-cache';

/**
 * A cache in this process that takes about so many bytes at most and forgets first what nobody asked for longest. Bytes and
 * not answers are counted, since one board may be as large as a hundred others.
 */
export function openMemoryCache({ mostBytes }: { readonly mostBytes: number }): AnswerCache {
  const answers = new LRUCache<string, Cached>({
    maxSize: mostBytes,
    sizeCalculation: ({ answer }, key) => ENTRY_BYTES + bytesOf(key) + bytesOf(answer),
  });
  return {
    async retrieve(key, asOf) {
      const cached = answers.get(key);
      return cached && isGiven(cached.expiry, asOf) ? cached.answer : undefined;
    },
    async store(key, answer, expiry) {
      answers.set(key, { answer, expiry });
    },
    delete(keys) {
      for (const key of keys) answers.delete(key);
    },
  };
}

/** What the cache itself and the expiry take, and what V8 takes for an object, a field or an item, and an empty text. */
const ENTRY_BYTES = 200;
const OBJECT_BYTES = 32;
const FIELD_BYTES = 8;
const TEXT_BYTES = 16;

/** About as many as it takes, or less where texts and objects are shared. */
function bytesOf(value: Json): number {
  if (typeof value === 'string') return TEXT_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  let bytes = OBJECT_BYTES;
  for (const item of Object.values(value)) bytes += FIELD_BYTES + bytesOf(item as Json);
  return bytes;
}

type Cached = { readonly answer: Json; readonly expiry: AnswerExpiry };

function isGiven(expiry: AnswerExpiry, { now, turn }: AsOf): boolean {
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
