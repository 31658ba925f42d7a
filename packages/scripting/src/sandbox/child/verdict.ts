import { type Budget, MOST_WAITING } from '../messages.js';
import type { InSystem } from './thread-clock.js';

/** What a deed has used until now, in milliseconds. */
export type Used = {
  /** By the clock on the wall. */
  readonly wallMs: number;
  /** How much of it the thread was ready to run while others had the processor. */
  readonly waitedMs: number;
  /** Of the processor, by all threads where the system does not tell it of one: all of it, and the script's part. */
  readonly allMs: number;
  readonly scriptMs: number;
};

/** What the server itself may use for one deed: a megabyte in and one out take it less than half a second. */
const SERVER_MS = 2000;
/** Finding a page of fresh memory takes the system no longer than this. */
const FAULT_MS = 0.02;
/** Where threads compete for a processor and its caches, the same work takes up to so many times as long. */
const MOST_SLOWDOWN = 2;

/**
 * Which limit a deed has gone over, if any. A busy machine lets none of them be reached: waiting for a processor does not
 * count, and the more of that there was, the more time there is for the script. `factor` is how much patience there is
 * with both parts; `sparedMs` is asked only where it matters.
 */
export function verdict(
  { wallMs, waitedMs, allMs, scriptMs }: Used,
  budget: Budget,
  factor: number,
  sparedMs: () => number,
): 'cpu' | 'server' | 'wall' | undefined {
  const slowdown = Math.min(MOST_SLOWDOWN, 1 + waitedMs / Math.max(1, allMs));
  const overMs = scriptMs - budget.cpuMs * factor * slowdown;
  if (overMs > 0 && overMs > sparedMs()) return 'cpu';
  if (allMs - scriptMs > SERVER_MS * factor) return 'server';
  const isStuck = wallMs - waitedMs > budget.wallMs * factor || wallMs > budget.wallMs * MOST_WAITING;
  return isStuck ? 'wall' : undefined;
}

/**
 * What is not the script's doing of its time: that in which the system found fresh memory for it. Nothing else that a
 * script can do takes the system's time.
 */
export const sparedMs = (before: InSystem, now: InSystem): number =>
  Math.min(now.ms - before.ms, (now.faults - before.faults) * FAULT_MS);
