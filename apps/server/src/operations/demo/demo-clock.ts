import { setImmediate } from 'node:timers/promises';
import { instantAt } from '@chessmith/game';
import type { Clock } from '@chessmith/service';

/** A clock that only moves when told, so that hours of play take moments. */
export type DemoClock = Clock & {
  /** Advances the time. Timers that are due fire once, at the new time. */
  pass(ms: number): Promise<void>;
  nowMs(): number;
};

export function openDemoClock(startMs: number): DemoClock {
  let passedMs = 0;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => instantAt(startMs + passedMs),
    nowMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    wake(atMs, call) {
      const sleeper = () => call();
      sleepers.set(sleeper, atMs);
      return () => sleepers.delete(sleeper);
    },
    async pass(ms) {
      passedMs += ms;
      for (const [sleeper, atMs] of [...sleepers]) {
        // A timer may cancel another one.
        if (atMs <= passedMs && sleepers.delete(sleeper)) sleeper();
      }
      await setImmediate();
    },
  };
}
