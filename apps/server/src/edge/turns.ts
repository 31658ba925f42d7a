/** Runs one piece of work after the other. */
export type Turns = {
  /** Resolves with what `work` gives; work that fails does not hold up the next. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

export function openTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(work) {
      const run = last.then(work);
      last = run.catch(() => undefined);
      return run;
    },
  };
}
