/** How much may be asked for: a burst, and then so many messages a second. */
export type BucketLimits = { readonly burst: number; readonly perSecond: number };

/** What one connection, person or address may still ask for. Plain fields, since there are many. */
export type TokenBucket = { readonly limits: BucketLimits; left: number; sinceMs: number | null };

export const tokenBucket = (limits: BucketLimits): TokenBucket => ({ limits, left: limits.burst, sinceMs: null });

/** Takes some off, or none if there are fewer: then it is false, and the sender has to wait. */
export function takeToken(credits: TokenBucket, nowMs: number, count = 1): boolean {
  earn(credits, nowMs);
  if (credits.left < count) return false;
  credits.left -= count;
  return true;
}

/** Takes more off, down to nothing. */
export function fine(credits: TokenBucket, amount: number): void {
  credits.left = Math.max(0, credits.left - amount);
}

/** Takes some off for what was done already; debts are at most one burst. */
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

/** How long from the last look until there is one again, or as many as are wanted. */
export const waitMs = ({ limits, left }: TokenBucket, wanted = 1): number =>
  Math.ceil((Math.max(0, wanted - left) * 1000) / limits.perSecond);
