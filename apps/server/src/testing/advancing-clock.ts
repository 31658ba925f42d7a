import { epochMsOf, instantAt } from '@chessmith/game';
import type { Clock } from '@chessmith/service';
import { systemClock } from '../system/clock.js';

/** The machine's clock, which a test can set forward. Timers that become due fire late. */
export function advancingClock(): Clock & { advance(ms: number): void } {
  let aheadMs = 0;
  return {
    now: () => instantAt(epochMsOf(systemClock.now()) + aheadMs),
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    wake: (atMs, call) => systemClock.wake(atMs - aheadMs, call),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
