import { api } from '@chessmith/protocol';
import { Value } from 'typebox/value';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readConfiguration } from '../configuration.js';
import { openServer } from '../open-server.js';

type Body = { readonly [name: string]: unknown };
type Answer = { readonly status: number; readonly body: Any; readonly headers: Headers };
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers that the documents describe.
type Any = any;

/** A server of its own for one test, with everything in memory unless flags say otherwise. */
export async function openHouse(
  flags: { readonly [flag: string]: string } = {},
  finish: (end: () => Promise<void>) => void = onTestFinished,
) {
  const settings = { 'http-host': '127.0.0.1', 'http-port': '0', 'log-level': 'silent', data: ':memory:', ...flags };
  const configuration = readConfiguration(settings, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, { guestsPerMinute: 10_000 });
  finish(() => server.close());
  const documented: Any = await (await fetch(`${server.address}/openapi.json`)).json();

  async function call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Answer> {
    const response = await fetch(server.address + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
    expectDocumented(documented, method, path, answer);
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
      post: (path: string, body?: Body, more: Body = {}) =>
        call('POST', path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...more } as never }),
      socket: () => socket('/api/socket', headers),
    };
  }

  /** A connection that keeps what it hears. */
  async function socket(path: string, headers: { readonly [name: string]: string } = {}) {
    const connection = new WebSocket(server.address.replace('http', 'ws') + path, { headers });
    onTestFinished(() => connection.terminate());
    const heard: Any[] = [];
    const waiting = new Set<() => void>();
    connection.on('message', (data) => {
      heard.push(JSON.parse(String(data)));
      for (const look of waiting) look();
    });
    await new Promise<void>((resolve, reject) => {
      connection.on('open', () => resolve());
      connection.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
      connection.on('error', reject);
    });
    /** The first that was or will be heard like this. */
    const hear = (wanted: Body): Promise<Any> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.find((frame) => matches(frame, wanted));
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`not heard: ${JSON.stringify(wanted)}, but ${JSON.stringify(heard).slice(0, 2000)}`));
        }, 30_000);
        waiting.add(look);
        look();
      });
    const send = (frame: Body | string) => connection.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    let keys = 0;
    return {
      connection,
      heard,
      hear,
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

  return { ...server, call, guest, socket, documented };
}

type Call = { readonly body?: Body | string; readonly headers?: { readonly [name: string]: string } };

function matches(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([name, part]) => matches((value as Body)[name], part));
}

/** Every answer that a test gets from a documented route has a status that the document names, and its shape. */
function expectDocumented(documented: Any, method: string, path: string, { status, body }: Answer): void {
  const parts = path.split('?')[0]!.split('/');
  const route = Object.keys(documented.paths)
    .filter((known) => {
      const names = known.split('/');
      return names.length === parts.length && names.every((name, i) => name.startsWith('{') || name === parts[i]);
    })
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
  const operation = route === undefined ? undefined : documented.paths[route][method.toLowerCase()];
  if (operation === undefined) return;
  expect(Object.keys(operation.responses), `${method} ${route}`).toContain(String(status));
  const name = operation.responses[status].content?.['application/json']?.schema?.$ref?.split('/').at(-1);
  if (name === undefined) return;
  expect(api.ANSWERS).toHaveProperty(name);
  expect([...Value.Errors(api.ANSWERS[name as api.AnswerName], body)], `${method} ${route} ${status}`).toEqual([]);
}
