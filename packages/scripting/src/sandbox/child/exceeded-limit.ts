import { type Budget, MOST_WALL_TIMES } from '../messages.js';
import type { KernelTime } from './thread-clock.js';

/** What a job has used so far, in milliseconds. */
export type Used = {
  /** Wall time. */
  readonly wallMs: number;
  /** The part of the wall time in which the thread waited for a processor. */
  readonly waitedMs: number;
  /** CPU time, all of it and the script's part. Without a clock per thread it is that of all threads. */
  readonly allMs: number;
  readonly scriptMs: number;
};

/** The most that the server itself may use for one job: a megabyte in and one out take less than half a second. */
const SERVER_MS = 2000;
/** The most that one page fault takes. */
const FAULT_MS = 0.02;
/** Threads that compete for processors and caches slow the same work down by at most this factor. */
const MOST_SLOWDOWN = 2;

/**
 * The limit that a job has exceeded, if any. A busy machine must not cause one: waiting for a processor does not count,
 * and the longer the wait, the more time the script gets. `factor` multiplies all limits; `pageFaultMs` is called only
 * when it matters.
 */
export function exceededLimit(
  { wallMs, waitedMs, allMs, scriptMs }: Used,
  budget: Budget,
  factor: number,
  pageFaultMs: () => number,
): 'cpu' | 'server' | 'wall' | undefined {
  const slowdown = Math.min(MOST_SLOWDOWN, 1 + waitedMs / Math.max(1, allMs));
  const overMs = scriptMs - budget.cpuMs * factor * slowdown;
  if (overMs > 0 && overMs > pageFaultMs()) return 'cpu';
  if (allMs - scriptMs > SERVER_MS * factor) return 'server';
  const isStuck = wallMs - waitedMs > budget.wallMs * factor || wallMs > budget.wallMs * MOST_WALL_TIMES;
  return isStuck ? 'wall' : undefined;
}

/**
 * The part of the script's time that the kernel spent on page faults, which is not charged. A script cannot cause other
 * kernel time.
 */
export const pageFaultMs = (before: KernelTime, now: KernelTime): number =>
  Math.min(now.ms - before.ms, (now.faults - before.faults) * FAULT_MS);
