import { setImmediate } from 'node:timers/promises';

/** Runs tasks one after the other. */
export type SerialQueue = {
  /** Resolves with the result of `work`. A failure does not stop the queue. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Makes a function that waits for a turn of the event loop. Each turn admits one caller, so that long tasks do not
 * add up.
 */
export function eventLoopTurns(): () => Promise<void> {
  const { inTurn } = serialQueue();
  return () => inTurn(() => setImmediate());
}

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(work) {
      const run = last.then(work);
      last = run.catch(() => undefined);
      return run;
    },
  };
}
