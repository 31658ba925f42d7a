import { setImmediate } from 'node:timers/promises';

/** Runs one piece of work after the other. */
export type SerialQueue = {
  /** Resolves with what `work` gives; work that fails does not hold up the next. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

/** Waits for a turn of the event loop, which each time lets in one of those who wait: so long work does not add up. */
export function openEventLoopTurns(): () => Promise<void> {
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
