import { type Instant, instantAt } from '@chessmith/game';
import type { Clock } from '../ports/index.js';

/** A clock that stands still until the test advances it. */
export type VirtualClock = Clock & {
  /** Lets time pass and fires each timer at its time. */
  advance(ms: number): Promise<void>;
  /** Sets the time of day back, as an operator might; `monotonicMs` does not change. */
  setBack(ms: number): void;
  /** The number of pending timers. */
  timers(): number;
};

export function createVirtualClock(startMs = Date.UTC(2026, 0, 1, 12)): VirtualClock {
  let monotonicMs = 1000;
  let dayMs = startMs - monotonicMs;
  const alarms = new Set<{ readonly atMs: number; readonly call: () => void }>();
  const next = () => [...alarms].sort((one, other) => one.atMs - other.atMs)[0];
  return {
    now: (): Instant => instantAt(dayMs + monotonicMs),
    monotonicMs: () => monotonicMs,
    wake(atMs, call) {
      const alarm = { atMs, call };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    async advance(ms) {
      const untilMs = monotonicMs + ms;
      for (let alarm = next(); alarm !== undefined && alarm.atMs <= untilMs; alarm = next()) {
        monotonicMs = Math.max(monotonicMs, alarm.atMs);
        alarms.delete(alarm);
        alarm.call();
        await settled();
      }
      monotonicMs = untilMs;
      await settled();
    },
    setBack(ms) {
      dayMs -= ms;
    },
    timers: () => alarms.size,
  };
}

/** Lets all callbacks run that are ready. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits in real time until the condition holds: stores may write in other threads. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, tries < 20 ? 0 : 10));
  }
  throw new Error('the condition did not become true in time');
}
