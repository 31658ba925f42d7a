import { setImmediate } from 'node:timers/promises';
import { instantAt } from '@chessmith/game';
import type { Clock } from '@chessmith/service';

/** A clock that stands until it is moved on, so that hours of play take moments. */
export type DemoClock = Clock & {
  /** Moves on; whoever asked to be woken in between is woken once, at the new time. */
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
        // One that is woken may call off another.
        if (atMs <= passedMs && sleepers.delete(sleeper)) sleeper();
      }
      await setImmediate();
    },
  };
}
