import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readConfiguration } from '../configuration.js';
import { openServer, type ServerOverrides } from '../open-server.js';
import { type Contract, createContract } from './contract.js';
import { quantumAddressOf } from './quantum-client.js';

/** Long, so that tests pass on a busy machine. */
const TIMEOUT_MS = 30_000;

type Body = { readonly [name: string]: unknown };
type Answer = { readonly status: number; readonly body: Any; readonly headers: Headers };
// biome-ignore lint/suspicious/noExplicitAny: the documents describe the responses.
type Any = any;

/** A free port, an in-memory store and no log; tests create many guests per minute. */
export const SETTINGS = {
  'http-host': '127.0.0.1',
  'http-port': '0',
  'log-level': 'silent',
  data: ':memory:',
  'guests-per-minute': '10000',
};

/** Starts a server for one test, in memory unless flags say otherwise. */
export async function startTestServer(
  flags: { readonly [flag: string]: string } = {},
  finish: (end: () => Promise<void>) => void = onTestFinished,
  overrides: ServerOverrides = {},
) {
  const configuration = readConfiguration({ ...SETTINGS, ...flags }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, overrides);
  finish(() => server.close());
  const contract = await contractOf(server.address);

  async function call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Answer> {
    const response = await fetch(server.address + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
    const contentType = response.headers.get('content-type');
    expect(contract.responseErrors(method, path, { ...answer, contentType })).toEqual([]);
    return answer;
  }

  async function guest(name?: string) {
    const { body, status } = await call('POST', '/api/guests', { body: name === undefined ? {} : { name } });
    expect(status).toBe(201);
    const headers = { authorization: `Bearer ${body.token}` };
    return {
      id: body.person.id as string,
      token: body.token as string,
      get: (path: string) => call('GET', path, { headers }),
      post: (path: string, body?: Body | string, more: Body = {}) =>
        call('POST', path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...more } as never }),
      socket: () => socket('/api/socket', headers),
    };
  }

  /** Opens a WebSocket that keeps the received frames and checks them against the AsyncAPI document. */
  async function socket(path: string, headers: { readonly [name: string]: string } = {}) {
    const connection = new WebSocket(server.address.replace('http', 'ws') + path, { headers });
    onTestFinished(() => connection.terminate());
    const received: Any[] = [];
    const problems: string[] = [];
    onTestFinished(() => expect(problems).toEqual([]));
    const waiting = new Set<() => void>();
    connection.on('message', (data) => {
      const frame = JSON.parse(String(data));
      received.push(frame);
      problems.push(...contract.frameErrors(path, frame));
      for (const check of waiting) check();
    });
    await new Promise<void>((resolve, reject) => {
      connection.on('open', () => resolve());
      connection.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
      connection.on('error', reject);
    });
    /** The first matching frame at or after index `from`, received already or later. */
    const next = (from: number, isMatch: (frame: Any) => boolean, wanted = ''): Promise<Any> =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = received.slice(from).find(isMatch);
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`not received: ${wanted || isMatch}, but ${JSON.stringify(received).slice(0, 2000)}`));
        }, TIMEOUT_MS);
        waiting.add(check);
        check();
      });
    const waitFor = (wanted: Body): Promise<Any> => next(0, (frame) => matches(frame, wanted), JSON.stringify(wanted));
    const send = (frame: Body | string) => {
      if (typeof frame !== 'string') contract.sentMessageName(path, frame);
      connection.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    };
    let keys = 0;
    return {
      connection,
      received,
      waitFor,
      next,
      send,
      /** Sends a request and returns its answer. */
      async request(frame: Body): Promise<Any> {
        const key = String(frame.key ?? `k${keys++}`);
        send({ key, ...frame });
        return waitFor({ key });
      },
      closed: () => new Promise<number>((resolve) => connection.on('close', resolve)),
    };
  }

  return { ...server, quantumAddress: quantumAddressOf(server), call, guest, socket, contract };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

type Call = { readonly body?: Body | string; readonly headers?: { readonly [name: string]: string } };

function matches(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([name, part]) => matches((value as Body)[name], part));
}

let contract: Promise<Contract> | undefined;

/** All servers of a build have the same documents, so they are read once per process. */
function contractOf(address: string): Promise<Contract> {
  const read = async (name: string) => (await fetch(`${address}/${name}.json`)).json();
  contract ??= Promise.all([read('openapi'), read('asyncapi')]).then((documents) => createContract(...documents));
  return contract;
}
