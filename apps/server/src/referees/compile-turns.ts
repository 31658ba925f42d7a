import { setTimeout } from 'node:timers/promises';
import { fairQueue } from '@chessmith/scripting';
import { StoreUnavailable } from '@chessmith/service';

/** Whose work it is: addresses take turns, and so do the authors of one address. */
export type CompileOwner = { readonly author: string; readonly address?: string | undefined };

/**
 * Runs work that blocks the event loop, such as compiling a large ruleset, one piece at a time. After each piece it rests for
 * twice as long as that took, so that moves wait for one piece at most and have two thirds of the time.
 */
export type CompileTurns = {
  inTurn<T>(owner: CompileOwner, work: () => T): Promise<T>;
  /** Rejects what waits with `StoreUnavailable`, so that a stop does not wait for it. */
  close(): void;
};

const REST = 2;
/** Shorter pieces disturb as little as a move. */
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
      if (usedMs > SHORT_MS && !isClosed) await pause(REST * usedMs);
      // After the rest: a queue in which nobody waits or has a turn forgets what was used.
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
          refuse: () => reject(new StoreUnavailable('the server stops')),
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
