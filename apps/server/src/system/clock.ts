import { performance } from 'node:perf_hooks';
import { instantAt } from '@chessmith/game';
import type { Clock } from '@chessmith/service';

/** The longest delay of Node's timers. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's wall clock and its monotonic clock. */
export const systemClock: Clock = {
  now: () => instantAt(Date.now()),
  monotonicMs: () => performance.now(),
  wake(atMs, call) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const delayMs = Math.ceil(atMs - performance.now());
      timer = delayMs > LONGEST_MS ? setTimeout(arm, LONGEST_MS) : setTimeout(call, Math.max(delayMs, 0));
    };
    arm();
    return () => clearTimeout(timer);
  },
};
