import { err, ok } from '@chessmith/std';
import { type ClientResult, clientProblem, type Problem } from './problem.js';

/** Requests that wait for a response, by key. Each may be sent again with its key. */
export type Requests = {
  ask(frame: object): ClientResult<unknown>;
  /** Returns false for an unknown key. */
  respond(key: string, response: { readonly value: unknown } | { readonly problem: Problem }): boolean;
  /** Sends all unanswered requests again, with their keys. */
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
    const request = waiting.get(key);
    waiting.delete(key);
    request?.settle(result);
    return request !== undefined;
  }

  return {
    ask(frame) {
      if (isClosed) return Promise.resolve(err(CLOSED));
      const key = newKey();
      return new Promise((resolve) => {
        const request: Waiting = { frame: { ...frame, key }, settle: resolve };
        waiting.set(key, request);
        send(request.frame);
      });
    },
    respond: (key, response) => settle(key, 'problem' in response ? err(response.problem) : ok(response.value)),
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
