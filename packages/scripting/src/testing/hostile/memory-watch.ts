import { residentBytes } from '../sandbox-pids.js';

/** Looks at what some processes hold together, again and again. */
export type MemoryWatch = {
  /** The most that was seen since the last time this was asked, in bytes. */
  takePeak(): number;
  now(): number;
  stop(): void;
};

/** What a script may have, in bytes. */
const SCRIPT_MEMORY = 100 * 1_048_576;

/**
 * How many bytes more than at rest a process with so many interpreters may hold: for each of them what its script may
 * have, and as much again for copies of it, and beside them one that is hired while a lost one is not yet gone.
 */
export const mostGrowth = (interpreters: number): number => (2 * interpreters + 1) * SCRIPT_MEMORY;

/** How many bytes more it may hold when all is over: for each interpreter once what a script may have. */
export const lastingGrowth = (interpreters: number): number => interpreters * SCRIPT_MEMORY;

const EVERY_MS = 20;
/** To find the processes means to read about every thread; they stay the same for most of the time. */
const LOOKS = 10;

/** Starts to look; which processes it is about is asked now and then, and whenever somebody wants to know. */
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
