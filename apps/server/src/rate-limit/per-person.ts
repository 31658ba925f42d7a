import type { Clock } from '@chessmith/service';
import {
  type BucketLimits,
  penalize,
  type TokenBucket,
  takeToken,
  takeWithDebt,
  tokenBucket,
  waitMs,
} from './token-bucket.js';

/** Token buckets of many people or addresses. */
export type PersonBuckets = {
  /** Takes one token. Returns 0, or the milliseconds until there is one. */
  charge(key: string): number;
  /** Takes more tokens, down to zero. */
  penalize(key: string, amount: number): void;
  /** Takes tokens even if there are fewer. Returns the milliseconds until half of the burst is back. */
  takeWithDebt(key: string, count: number): number;
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

  function bucketOf(key: string, nowMs: number): TokenBucket {
    if (nowMs - sinceMs >= spanMs) {
      old = nowMs - sinceMs < 2 * spanMs ? used : new Map();
      used = new Map();
      sinceMs = nowMs;
    }
    const current = used.get(key);
    if (current !== undefined) return current;
    const bucket = old.get(key) ?? tokenBucket(limits);
    used.set(key, bucket);
    return bucket;
  }

  return {
    charge(key) {
      const nowMs = clock.monotonicMs();
      const bucket = bucketOf(key, nowMs);
      return takeToken(bucket, nowMs) ? 0 : waitMs(bucket);
    },
    penalize: (key, amount) => penalize(bucketOf(key, clock.monotonicMs()), amount),
    takeWithDebt(key, count) {
      const nowMs = clock.monotonicMs();
      const bucket = bucketOf(key, nowMs);
      takeWithDebt(bucket, nowMs, count);
      return waitMs(bucket, limits.burst / 2);
    },
  };
}
