/** How long a computer may think. The caller supplies the time, so that the search reads no clock. */
export type Limit =
  | { readonly kind: 'nodes'; readonly nodes: number }
  | { readonly kind: 'ms'; readonly ms: number; readonly now: () => number }
  | {
      readonly kind: 'clock';
      readonly remainingMs: number;
      readonly incrementMs: number;
      readonly now: () => number;
    };

export type Budget = {
  readonly nodes: number;
  readonly isSpent: () => boolean;
  /** Whether too little is left to search another ply. */
  readonly isLateForAnother: () => boolean;
};

/** Plies that a game is expected to last from here on. */
const PLIES_TO_PLAN = 30;
/** Time for what happens around the search. */
const OVERHEAD_MS = 20;

export function budgetOf(limit: Limit): Budget {
  if (limit.kind === 'nodes') {
    return { nodes: Math.max(1, limit.nodes), isSpent: () => false, isLateForAnother: () => false };
  }
  const { now } = limit;
  const start = now();
  const most = limit.kind === 'ms' ? limit.ms : mostOfClock(limit.remainingMs, limit.incrementMs);
  // The next ply takes longer than all before it; on a clock, the time is worth more later.
  const late = limit.kind === 'ms' ? most * 0.9 : most * 0.4;
  return {
    nodes: Number.POSITIVE_INFINITY,
    isSpent: () => now() - start >= most,
    isLateForAnother: () => now() - start >= late,
  };
}

function mostOfClock(remainingMs: number, incrementMs: number): number {
  const fair = remainingMs / PLIES_TO_PLAN + 0.8 * incrementMs;
  return Math.max(1, Math.min(2.5 * fair, remainingMs / 3, remainingMs - OVERHEAD_MS));
}
