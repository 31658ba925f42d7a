import { expect, test } from 'vitest';
import { ownThread, processUs, threadClock } from './thread-clock.js';

/** Keeps this thread at work for so long, by the time that its process has used. */
function work(ms: number): void {
  const endUs = processUs() + 1000 * ms;
  while (processUs() < endUs);
}

test.runIf(process.platform === 'linux')('a clock tells what its own thread has used, and how long it waited', () => {
  const clock = threadClock(ownThread())!;
  const [beganUs, waitedUs] = [clock.nowUs(), clock.waitedUs()];
  work(60);
  expect(clock.nowUs()).toBeGreaterThan(beganUs);
  expect(clock.waitedUs()).toBeGreaterThanOrEqual(waitedUs);
  clock.close();
});
