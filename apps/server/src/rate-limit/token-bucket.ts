/** A burst, and the rate at which it refills. */
export type BucketLimits = { readonly burst: number; readonly perSecond: number };

/** The tokens of one connection, person or address. Plain fields, since there are many buckets. */
export type TokenBucket = { readonly limits: BucketLimits; left: number; sinceMs: number | null };

export const tokenBucket = (limits: BucketLimits): TokenBucket => ({ limits, left: limits.burst, sinceMs: null });

/** Takes tokens; returns false and takes none if there are too few. */
export function takeToken(bucket: TokenBucket, nowMs: number, count = 1): boolean {
  refill(bucket, nowMs);
  if (bucket.left < count) return false;
  bucket.left -= count;
  return true;
}

/** Takes more tokens, down to zero. */
export function penalize(bucket: TokenBucket, amount: number): void {
  bucket.left = Math.max(0, bucket.left - amount);
}

/** Takes tokens for work already done. The debt is at most one burst. */
export function takeWithDebt(bucket: TokenBucket, nowMs: number, count: number): void {
  refill(bucket, nowMs);
  bucket.left = Math.max(-bucket.limits.burst, bucket.left - count);
}

function refill(bucket: TokenBucket, nowMs: number): void {
  const { burst, perSecond } = bucket.limits;
  const added = bucket.sinceMs === null ? 0 : ((nowMs - bucket.sinceMs) * perSecond) / 1000;
  bucket.left = Math.min(burst, bucket.left + added);
  bucket.sinceMs = nowMs;
}

/** Milliseconds from the last refill until the bucket has the wanted tokens. */
export const waitMs = ({ limits, left }: TokenBucket, wanted = 1): number =>
  Math.ceil((Math.max(0, wanted - left) * 1000) / limits.perSecond);
