import { err, ok } from '@chessmith/std';
import { type ClientResult, clientProblem, type Problem } from './problem.js';

/** Questions and orders that wait for their answers, by key. It is safe to send any of them again under it. */
export type Requests = {
  ask(frame: object): ClientResult<unknown>;
  /** False for a key that nobody waits for. */
  answer(key: string, answer: { readonly value: unknown } | { readonly problem: Problem }): boolean;
  /** Sends what is unanswered, under its old key. */
  resend(): void;
  close(): void;
};

type Waiting = {
  readonly frame: object;
  readonly settle: (result: Awaited<ClientResult<unknown>>) => void;
};

export function openRequests(newKey: () => string, send: (frame: object) => void): Requests {
  const waiting = new Map<string, Waiting>();
  let isClosed = false;

  function settle(key: string, result: Awaited<ClientResult<unknown>>): boolean {
    const asked = waiting.get(key);
    waiting.delete(key);
    asked?.settle(result);
    return asked !== undefined;
  }

  return {
    ask(frame) {
      if (isClosed) return Promise.resolve(err(CLOSED));
      const key = newKey();
      return new Promise((resolve) => {
        const asked: Waiting = { frame: { ...frame, key }, settle: resolve };
        waiting.set(key, asked);
        send(asked.frame);
      });
    },
    answer: (key, answer) => settle(key, 'problem' in answer ? err(answer.problem) : ok(answer.value)),
    resend() {
      for (const { frame } of waiting.values()) send(frame);
    },
    close() {
      isClosed = true;
      for (const key of waiting.keys()) settle(key, err(CLOSED));
    },
  };
}

const CLOSED = clientProblem('client/closed', 'The connection is closed.');
