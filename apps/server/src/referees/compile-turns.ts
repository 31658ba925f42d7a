import { setTimeout } from 'node:timers/promises';
import { fairQueue } from '@chessmith/scripting';
import { StoreUnavailable } from '@chessmith/service';

/** The author and address of an upload: addresses take turns, and so do the authors of one address. */
export type CompileOwner = { readonly author: string; readonly address?: string | undefined };

/**
 * Runs tasks that block the event loop, such as compiling a large ruleset, one at a time. After each task it pauses for
 * twice the task's duration, so that moves wait for one task at most and get two thirds of the time.
 */
export type CompileTurns = {
  inTurn<T>(owner: CompileOwner, work: () => T): Promise<T>;
  /** Rejects queued tasks with `StoreUnavailable`, so that a shutdown does not wait for them. */
  close(): void;
};

/** Length of a pause, relative to the task before it. */
const PAUSE_FACTOR = 2;
/** Shorter tasks block no longer than a move, and need no pause. */
const SHORT_MS = 2;

type Time = { readonly nowMs: () => number; readonly pause: (ms: number) => Promise<unknown> };
type Waiting = { readonly path: readonly string[]; run(): void; refuse(): void };

const unlimited = { total: Number.POSITIVE_INFINITY, each: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] };
const system: Time = { nowMs: () => performance.now(), pause: (ms) => setTimeout(ms, undefined, { ref: false }) };

export function openCompileTurns({ nowMs, pause }: Time = system): CompileTurns {
  const queue = fairQueue<Waiting>(unlimited);
  let isBusy = false;
  let isClosed = false;

  async function takeTurns(): Promise<void> {
    isBusy = true;
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      const beganMs = nowMs();
      if (isClosed) next.refuse();
      else next.run();
      const usedMs = nowMs() - beganMs;
      if (usedMs > SHORT_MS && !isClosed) await pause(PAUSE_FACTOR * usedMs);
      // After the pause: an idle queue forgets the time that each owner used.
      queue.done(next, usedMs);
    }
    isBusy = false;
  }

  return {
    inTurn: ({ author, address = author }, work) =>
      new Promise((resolve, reject) => {
        queue.enter({
          path: [address, author],
          run() {
            try {
              resolve(work());
            } catch (error) {
              reject(error);
            }
          },
          refuse: () => reject(new StoreUnavailable('the server is shutting down')),
        });
        if (!isBusy) void takeTurns();
      }),
    close() {
      isClosed = true;
      for (let next = queue.next(); next !== undefined; next = queue.next()) {
        queue.done(next, 0);
        next.refuse();
      }
    },
  };
}
