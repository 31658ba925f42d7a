import { err, ok } from '@chessmith/std';
import type { Platform } from './platform.js';
import { type Answer, clientProblem, readProblem } from './problem.js';

/** One request over HTTP; the answer is of the shape that the API's document promises for this route. */
export type Call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Answer<T>;

export function openRest(url: string, platform: Platform, token?: string): Call {
  return async <T>(method: string, path: string, body?: object) => {
    const headers = {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await platform.fetch(url + path, init);
      const answer: unknown = parse(await response.text());
      return response.ok && answer !== undefined ? ok(answer as T) : err(readProblem(answer));
    } catch {
      return err(clientProblem('client/unreachable', 'The server cannot be reached.'));
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
