import type { ScriptError } from '../script-error.js';
import { busy } from './failures.js';
import { fairQueue, type QueueLimits } from './fair-queue.js';
import type { Owner } from './port.js';

/**
 * Turns for work of which only a few may run at a time. Addresses take turns, and so do the authors of one address, by
 * the time that each has used; so a thousand uploads at once delay other people little.
 */
export type FairTurns = {
  /** Waits for a turn: `sandbox/busy` if too many wait, or none came within `longestMs`. Its error says when to retry. */
  take(owner: Required<Pick<Owner, 'author'>> & Owner, longestMs?: number): Promise<Turn | ScriptError>;
  /** Answers all that wait, and all that ask from now on, with `error`. */
  close(error: ScriptError): void;
  readonly waiting: number;
};

/** The right to run; call `end` once. */
export type Turn = { end(): void };

type Waiting = { readonly path: readonly string[]; begin(): void; refuse(error: ScriptError): void };

const UNLIMITED: QueueLimits = {
  total: Number.POSITIVE_INFINITY,
  each: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
};
/** The weight of the last turn in the mean duration, from which the time to retry is estimated. */
const LAST_WEIGHT = 0.2;

export function fairTurns(
  { atOnce = 1, limits = UNLIMITED }: { readonly atOnce?: number; readonly limits?: QueueLimits } = {},
  nowMs: () => number = () => performance.now(),
): FairTurns {
  const queue = fairQueue<Waiting>(limits);
  let running = 0;
  let meanMs = 0;
  let closedBy: ScriptError | undefined;

  function next(): void {
    for (let place = running < atOnce ? queue.next() : undefined; place !== undefined; ) {
      running++;
      place.begin();
      place = running < atOnce ? queue.next() : undefined;
    }
  }

  function turnOf(place: Waiting): Turn {
    const beganMs = nowMs();
    return {
      end() {
        const usedMs = nowMs() - beganMs;
        meanMs += (usedMs - meanMs) * LAST_WEIGHT;
        queue.done(place, usedMs);
        running--;
        next();
      },
    };
  }

  const tooMany = (): ScriptError => busy((meanMs * (queue.size + running)) / atOnce);

  return {
    take: ({ author, address = author }, longestMs) =>
      new Promise((resolve) => {
        let timeout: NodeJS.Timeout | undefined;
        const place: Waiting = {
          path: [address, author],
          begin() {
            clearTimeout(timeout);
            resolve(turnOf(place));
          },
          refuse(error) {
            clearTimeout(timeout);
            resolve(error);
          },
        };
        if (closedBy !== undefined) return resolve(closedBy);
        if (!queue.enter(place)) return resolve(tooMany());
        if (longestMs !== undefined) {
          timeout = setTimeout(() => {
            queue.leave(place);
            place.refuse(tooMany());
          }, longestMs);
        }
        next();
      }),
    close(error) {
      closedBy = error;
      for (let place = queue.next(); place !== undefined; place = queue.next()) {
        queue.done(place, 0);
        place.refuse(error);
      }
    },
    get waiting() {
      return queue.size;
    },
  };
}
