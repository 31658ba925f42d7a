/** A burst, and the rate at which it refills. */
export type BucketLimits = { readonly burst: number; readonly perSecond: number };

/** The tokens of one connection, person or address. Plain fields, since there are many buckets. */
export type TokenBucket = { readonly limits: BucketLimits; left: number; sinceMs: number | null };

export const tokenBucket = (limits: BucketLimits): TokenBucket => ({ limits, left: limits.burst, sinceMs: null });

/** Takes tokens; returns false and takes none if there are too few. */
export function takeToken(credits: TokenBucket, nowMs: number, count = 1): boolean {
  earn(credits, nowMs);
  if (credits.left < count) return false;
  credits.left -= count;
  return true;
}

/** Takes more tokens, down to zero. */
export function fine(credits: TokenBucket, amount: number): void {
  credits.left = Math.max(0, credits.left - amount);
}

/** Takes tokens for work already done. The debt is at most one burst. */
export function owe(credits: TokenBucket, nowMs: number, count: number): void {
  earn(credits, nowMs);
  credits.left = Math.max(-credits.limits.burst, credits.left - count);
}

function earn(credits: TokenBucket, nowMs: number): void {
  const { burst, perSecond } = credits.limits;
  const earned = credits.sinceMs === null ? 0 : ((nowMs - credits.sinceMs) * perSecond) / 1000;
  credits.left = Math.min(burst, credits.left + earned);
  credits.sinceMs = nowMs;
}

/** Milliseconds from the last look until the wanted tokens are there. */
export const waitMs = ({ limits, left }: TokenBucket, wanted = 1): number =>
  Math.ceil((Math.max(0, wanted - left) * 1000) / limits.perSecond);
