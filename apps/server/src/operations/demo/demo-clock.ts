import { setImmediate } from 'node:timers/promises';
import { instantAt } from '@chessmith/game';
import type { Clock } from '@chessmith/service';

/** A clock that only moves when `pass` is called, so that hours of play take moments. */
export type DemoClock = Clock & {
  /** Advances the time. Timers that are due fire once, at the new time. */
  pass(ms: number): Promise<void>;
  nowMs(): number;
};

export function createDemoClock(startMs: number): DemoClock {
  let passedMs = 0;
  const timers = new Map<() => void, number>();
  return {
    now: () => instantAt(startMs + passedMs),
    nowMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    wake(atMs, call) {
      const timer = () => call();
      timers.set(timer, atMs);
      return () => timers.delete(timer);
    },
    async pass(ms) {
      passedMs += ms;
      for (const [timer, atMs] of [...timers]) {
        // A timer may cancel another one.
        if (atMs <= passedMs && timers.delete(timer)) timer();
      }
      await setImmediate();
    },
  };
}
