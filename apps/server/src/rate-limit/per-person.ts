import type { Clock } from '@chessmith/service';
import { type BucketLimits, fine, owe, type TokenBucket, takeToken, tokenBucket, waitMs } from './token-bucket.js';

/** Credits of many people or addresses. */
export type PersonBuckets = {
  /** Takes one off; says after how many milliseconds there will be one if there is none, and otherwise 0. */
  charge(key: string): number;
  /** Takes more off, down to nothing. */
  fine(key: string, amount: number): void;
  /** Takes some off, though there be fewer; says after how many milliseconds half of the burst will be back. */
  owe(key: string, count: number): number;
};

/**
 * Opens an account for everybody who comes. Whoever stays away until all credits have come back is forgotten: accounts live
 * for two spans of that length, and those that are used go over from the old span into the new one.
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
