import { err, ok } from '@chessmith/std';
import { type Answer, clientProblem, type Problem } from './problem.js';

/** Whether something may be sent a second time when its answer was lost: its key makes that safe, or it only reads. */
export type Repeating = 'repeatable' | 'once';

/** Questions and orders that wait for their answers, by key. */
export type Requests = {
  ask(frame: object, repeating: Repeating): Answer<unknown>;
  /** False for a key that nobody waits for. */
  answer(key: string, answer: { readonly value: unknown } | { readonly problem: Problem }): boolean;
  /** Sends what is unanswered, under its old key. */
  resend(): void;
  /** The line broke: what must not be sent twice is given up. */
  lost(): void;
  close(): void;
};

type Waiting = {
  readonly frame: object;
  readonly repeating: Repeating;
  wasSent: boolean;
  readonly settle: (result: Awaited<Answer<unknown>>) => void;
};

export function openRequests(newKey: () => string, send: (frame: object) => boolean): Requests {
  const waiting = new Map<string, Waiting>();
  let isClosed = false;

  function settle(key: string, result: Awaited<Answer<unknown>>): boolean {
    const asked = waiting.get(key);
    waiting.delete(key);
    asked?.settle(result);
    return asked !== undefined;
  }

  return {
    ask(frame, repeating) {
      if (isClosed) return Promise.resolve(err(CLOSED));
      const key = newKey();
      return new Promise((resolve) => {
        const asked: Waiting = { frame: { ...frame, key }, repeating, wasSent: false, settle: resolve };
        waiting.set(key, asked);
        asked.wasSent = send(asked.frame);
      });
    },
    answer: (key, answer) => settle(key, 'problem' in answer ? err(answer.problem) : ok(answer.value)),
    resend() {
      for (const asked of waiting.values()) asked.wasSent = send(asked.frame);
    },
    lost() {
      for (const [key, { repeating, wasSent }] of waiting) {
        if (wasSent && repeating === 'once') settle(key, err(UNANSWERED));
      }
    },
    close() {
      isClosed = true;
      for (const key of waiting.keys()) settle(key, err(CLOSED));
    },
  };
}

const CLOSED = clientProblem('client/closed', 'The connection is closed.');
const UNANSWERED = clientProblem(
  'client/unanswered',
  'The connection broke before the answer came. It may have arrived.',
);
