import { residentBytes } from '../sandbox-pids.js';

/** Looks at what some processes hold together, again and again. */
export type MemoryWatch = {
  /** The most that was seen since the last time this was asked, in bytes. */
  takePeak(): number;
  now(): number;
  stop(): void;
};

/**
 * How much more than at rest a process of scripts may hold: what a script may have, as much again while its answer is
 * read out of it, and an interpreter that is hired while one that was lost is not yet gone.
 */
export const MOST_GROWTH = 3 * 100 * 1_048_576;

/** How much more it may hold when all is over: what was used is given back, or used again. */
export const LASTING_GROWTH = 128 * 1_048_576;

const EVERY_MS = 20;

/** Starts to look; which processes it is about is asked every time. */
export function watchMemory(of: () => readonly number[]): MemoryWatch {
  let peak = 0;
  const now = (): number => of().reduce((sum, pid) => sum + residentBytes(pid), 0);
  const timer = setInterval(() => {
    peak = Math.max(peak, now());
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
