import { expect, test } from 'vitest';
import { ownThreadId, processUs, threadClock } from './thread-clock.js';

/** Keeps this thread busy for so much CPU time of its process. */
function work(ms: number): void {
  const endUs = processUs() + 1000 * ms;
  while (processUs() < endUs);
}

test.runIf(process.platform === 'linux')('a clock shows the CPU time of its own thread, and how long it waited', () => {
  const clock = threadClock(ownThreadId())!;
  const [beganUs, waitedUs] = [clock.nowUs(), clock.waitedUs()];
  work(60);
  expect(clock.nowUs()).toBeGreaterThan(beganUs);
  expect(clock.waitedUs()).toBeGreaterThanOrEqual(waitedUs);
  clock.close();
});
