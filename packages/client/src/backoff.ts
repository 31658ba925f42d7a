const FIRST_MS = 250;
const LONGEST_MS = 5000;

/**
 * How long to wait before the next attempt, after so many that failed. The lot (0 … 1) spreads the clients of a server
 * that comes back, so that they do not all knock at once.
 */
export function waitMs(failures: number, lot: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10)) * (0.5 + lot / 2);
}
