const FIRST_MS = 250;
const LONGEST_MS = 5000;

/**
 * Milliseconds until the next attempt after `failures` failed ones. `random` (0 to 1) adds jitter, so that clients do not all
 * reconnect to a restarted server at once.
 */
export function waitMs(failures: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10)) * (0.5 + random / 2);
}
