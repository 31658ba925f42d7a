import { err, ok } from '@chessmith/std';
import { linesOf } from './lines.js';
import type { Platform } from './platform.js';
import { type ClientResult, clientProblem, readProblem } from './problem.js';

/** One HTTP request. The response has the shape that the OpenAPI document promises for the route. */
export type Call = <T, P = never>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  more?: More<P>,
) => ClientResult<T>;

type More<P> = {
  /** Called with the progress of a long request. */
  readonly onProgress?: ((progress: P) => void) | undefined;
  /** A repeated request with the same key takes effect once. */
  readonly key?: string | undefined;
};

const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';

export function createRest(url: string, platform: Platform, token?: string): Call {
  return async <T, P>(method: string, path: string, body?: object, { onProgress, key }: More<P> = {}) => {
    const headers = {
      accept: onProgress === undefined ? JSON_TYPE : `${LINES}, ${JSON_TYPE}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    try {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await platform.fetch(url + path, init);
      if (onProgress !== undefined && response.headers.get('content-type')?.startsWith(LINES)) {
        for await (const line of linesOf(response, platform)) {
          const said = parse(line);
          if (!isProgress(said)) return isProblem(said) ? err(readProblem(said)) : ok(said as T);
          onProgress(said as P);
        }
        return UNREACHABLE;
      }
      const answer: unknown = parse(await response.text());
      return response.ok && answer !== undefined ? ok(answer as T) : err(readProblem(answer));
    } catch {
      return UNREACHABLE;
    }
  };
}

const UNREACHABLE = err(clientProblem('client/unreachable', 'The server cannot be reached.'));

const isProgress = (said: unknown): boolean => typeof said === 'object' && said !== null && 'done' in said;
const isProblem = (said: unknown): boolean => typeof said !== 'object' || said === null || 'code' in said;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
