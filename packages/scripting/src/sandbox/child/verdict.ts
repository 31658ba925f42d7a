import type { Budget } from '../messages.js';
import type { InSystem } from './processor-time.js';

/** What a deed has used until now, in milliseconds. */
export type Used = {
  /** By the clock on the wall. */
  readonly wallMs: number;
  /** Of the processor, or of the clock on the wall where the system does not tell: all of it, and the script's part. */
  readonly allMs: number;
  readonly scriptMs: number;
};

/** What the server itself may use for one deed: a megabyte in and one out take it less than half a second. */
const SERVER_MS = 2000;
/** Finding a page of fresh memory takes the system no longer than this. */
const FAULT_MS = 0.02;

/**
 * Which limit a deed has gone over, if any. `factor` is how much patience there is with both parts; `sparedMs` is asked
 * only where it matters.
 */
export function verdict(
  { wallMs, allMs, scriptMs }: Used,
  budget: Budget,
  factor: number,
  sparedMs: () => number,
): 'cpu' | 'server' | 'wall' | undefined {
  const overMs = scriptMs - budget.cpuMs * factor;
  if (overMs > 0 && overMs > sparedMs()) return 'cpu';
  if (allMs - scriptMs > SERVER_MS * factor) return 'server';
  return wallMs > budget.wallMs ? 'wall' : undefined;
}

/**
 * What is not the script's doing of its time: that in which the system found fresh memory for it. Nothing else that a
 * script can do takes the system's time.
 */
export const sparedMs = (before: InSystem, now: InSystem): number =>
  Math.min(now.ms - before.ms, (now.faults - before.faults) * FAULT_MS);
