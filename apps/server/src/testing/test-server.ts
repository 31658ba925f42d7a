import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readConfiguration } from '../configuration.js';
import { openServer, type Replaced } from '../open-server.js';
import { type Contract, openContract } from './contract.js';
import { quantumAddressOf } from './quantum-client.js';

/** Ends what hangs; a busy machine is no failure. */
const PATIENCE_MS = 30_000;

type Body = { readonly [name: string]: unknown };
type Answer = { readonly status: number; readonly body: Any; readonly headers: Headers };
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers that the documents describe.
type Any = any;

/** A free port, nothing on the disk and nothing in the log; tests make many guests in a minute. */
export const SETTINGS = {
  'http-host': '127.0.0.1',
  'http-port': '0',
  'log-level': 'silent',
  data: ':memory:',
  'guests-per-minute': '10000',
};

/** A server of its own for one test, with everything in memory unless flags say otherwise. */
export async function startTestServer(
  flags: { readonly [flag: string]: string } = {},
  finish: (end: () => Promise<void>) => void = onTestFinished,
  replaced: Replaced = {},
) {
  const configuration = readConfiguration({ ...SETTINGS, ...flags }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, replaced);
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
    expect(contract.wrongAnswer(method, path, { ...answer, contentType })).toEqual([]);
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

  /** A connection that keeps what it hears. */
  async function socket(path: string, headers: { readonly [name: string]: string } = {}) {
    const connection = new WebSocket(server.address.replace('http', 'ws') + path, { headers });
    onTestFinished(() => connection.terminate());
    const heard: Any[] = [];
    const wrong: string[] = [];
    onTestFinished(() => expect(wrong).toEqual([]));
    const waiting = new Set<() => void>();
    connection.on('message', (data) => {
      const frame = JSON.parse(String(data));
      heard.push(frame);
      wrong.push(...contract.wrongFrame(path, frame));
      for (const look of waiting) look();
    });
    await new Promise<void>((resolve, reject) => {
      connection.on('open', () => resolve());
      connection.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
      connection.on('error', reject);
    });
    /** The first, from a place in what was heard on, that was or will be heard and is wanted. */
    const next = (from: number, isWanted: (frame: Any) => boolean, wanted = ''): Promise<Any> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.slice(from).find(isWanted);
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`not heard: ${wanted || isWanted}, but ${JSON.stringify(heard).slice(0, 2000)}`));
        }, PATIENCE_MS);
        waiting.add(look);
        look();
      });
    const hear = (wanted: Body): Promise<Any> => next(0, (frame) => matches(frame, wanted), JSON.stringify(wanted));
    const send = (frame: Body | string) => {
      if (typeof frame !== 'string') contract.sentMessage(path, frame);
      connection.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    };
    let keys = 0;
    return {
      connection,
      heard,
      hear,
      next,
      send,
      /** Sends a request and gives its answer. */
      async ask(frame: Body): Promise<Any> {
        const key = String(frame.key ?? `k${keys++}`);
        send({ key, ...frame });
        return hear({ key });
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

/** Every server of this build promises the same, so that one reading does for all tests of a process. */
function contractOf(address: string): Promise<Contract> {
  const read = async (name: string) => (await fetch(`${address}/${name}.json`)).json();
  contract ??= Promise.all([read('openapi'), read('asyncapi')]).then((documents) => openContract(...documents));
  return contract;
}
