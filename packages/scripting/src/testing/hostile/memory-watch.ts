import { residentBytes } from '../sandbox-pids.js';

/** Samples the memory of some processes together. */
export type MemoryWatch = {
  /** The peak since the last call of this, in bytes. */
  takePeak(): number;
  now(): number;
  stop(): void;
};

/** The memory limit of a script, in bytes. */
const SCRIPT_MEMORY = 100 * 1_048_576;

/**
 * How much a process with so many interpreters may grow, in bytes: for each of them a script's limit, as much again for
 * copies, and one more for a worker that starts before a lost one is gone.
 */
export const mostGrowth = (interpreters: number): number => (2 * interpreters + 1) * SCRIPT_MEMORY;

/** How much it may have grown in the end: a script's limit per interpreter. */
export const lastingGrowth = (interpreters: number): number => interpreters * SCRIPT_MEMORY;

const EVERY_MS = 20;
/** Finding the processes means reading every thread, so it is done at every tenth sample only. */
const LOOKS = 10;

/** Starts sampling; `of` lists the processes, and is called now and then and for every question. */
export function watchMemory(of: () => readonly number[]): MemoryWatch {
  let peak = 0;
  let pids = of();
  let looks = 0;
  const held = (): number => pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
  const now = (): number => {
    pids = of();
    return held();
  };
  const timer = setInterval(() => {
    peak = Math.max(peak, ++looks % LOOKS === 0 ? now() : held());
  }, EVERY_MS);
  return {
    takePeak() {
      const most = Math.max(peak, now());
      peak = 0;
      return most;
    },
    now,
    stop: () => clearInterval(timer),
  };
}
