import type { AnswerCache, AnswerExpiry, AsOf, Json } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import { LRUCache } from 'lru-cache';

/** A cache in this process that holds at most so many answers and forgets first what nobody asked for longest. */
export function openMemoryCache({ maxAnswers }: { readonly maxAnswers: number }): AnswerCache {
  const answers = new LRUCache<string, Cached>({ max: maxAnswers });
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
