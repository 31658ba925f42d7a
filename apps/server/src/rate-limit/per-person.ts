import type { Clock } from '@chessmith/service';
import { type BucketLimits, fine, owe, type TokenBucket, takeToken, tokenBucket, waitMs } from './token-bucket.js';

/** Token buckets of many people or addresses. */
export type PersonBuckets = {
  /** Takes one token. Returns 0, or the milliseconds until there is one. */
  charge(key: string): number;
  /** Takes more tokens, down to zero. */
  fine(key: string, amount: number): void;
  /** Takes tokens even if there are fewer. Returns the milliseconds until half of the burst is back. */
  owe(key: string, count: number): number;
};

/**
 * Creates a bucket for each key. Full buckets are forgotten: a bucket lives for two periods of the time it takes to
 * refill, and buckets in use move from the old period to the new one.
 */
export function personBuckets(limits: BucketLimits, clock: Pick<Clock, 'monotonicMs'>): PersonBuckets {
  const spanMs = (limits.burst / limits.perSecond) * 1000;
  let old = new Map<string, TokenBucket>();
  let used = new Map<string, TokenBucket>();
  let sinceMs = clock.monotonicMs();

  function accountOf(key: string, nowMs: number): TokenBucket {
    if (nowMs - sinceMs >= spanMs) {
      old = nowMs - sinceMs < 2 * spanMs ? used : new Map();
      used = new Map();
      sinceMs = nowMs;
    }
    const mine = used.get(key);
    if (mine !== undefined) return mine;
    const credits = old.get(key) ?? tokenBucket(limits);
    used.set(key, credits);
    return credits;
  }

  return {
    charge(key) {
      const nowMs = clock.monotonicMs();
      const credits = accountOf(key, nowMs);
      return takeToken(credits, nowMs) ? 0 : waitMs(credits);
    },
    fine: (key, amount) => fine(accountOf(key, clock.monotonicMs()), amount),
    owe(key, count) {
      const nowMs = clock.monotonicMs();
      const credits = accountOf(key, nowMs);
      owe(credits, nowMs, count);
      return waitMs(credits, limits.burst / 2);
    },
  };
}
