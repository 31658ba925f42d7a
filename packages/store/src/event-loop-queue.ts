import { setImmediate } from 'node:timers/promises';

/** Gives a function that waits for the next turn of the event loop. One waiter continues per turn, so that long reads do not block others. */
export function eventLoopQueue(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(() => setImmediate());
    await last;
  };
}
