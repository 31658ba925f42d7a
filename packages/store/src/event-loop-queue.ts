import { setImmediate } from 'node:timers/promises';

/** Waits for a turn of the event loop; each turn lets in one of those who wait, so that long reads do not add up. */
export function openTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(() => setImmediate());
    await last;
  };
}
