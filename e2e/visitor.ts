import { Agent, request } from 'node:https';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

type Headers = { readonly [name: string]: string };
// biome-ignore lint/suspicious/noExplicitAny: tests read answers that the documentation describes.
type Any = any;
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: Any };

export type Visitor = ReturnType<typeof openVisitor>;

/** An HTTP and WebSocket client at a loopback address that sends the headers and cookies of a browser. */
export function openVisitor(host: string, port: number, from: string) {
  let cookie: Headers = {};
  // The certificate is self-signed.
  const line = { host: '127.0.0.1', port, servername: host.split(':')[0]!, rejectUnauthorized: false };
  const headersOf = (more: Headers) => ({ host, origin: `https://${host}`, ...cookie, ...more });

  function call(method: string, path: string, body?: unknown, more: Headers = {}): Promise<Answer> {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const type: Headers = json === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const options = { ...line, method, path, localAddress: from, headers: headersOf({ ...type, ...more }) };
      const sent = request(options, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        const isJson = response.headers['content-type']?.includes('json');
        const { 'set-cookie': kept, ...headers } = response.headers;
        if (kept !== undefined) cookie = { cookie: kept[0]!.split(';')[0]! };
        const all = { ...headers, 'set-cookie': kept?.join('\n') ?? '' } as Headers;
        resolve({ status: response.statusCode!, headers: all, text, body: isJson ? JSON.parse(text) : undefined });
      });
      sent.on('error', reject);
      sent.end(json);
    });
  }

  /** Opens a WebSocket that collects its messages; `status` is 101 if the server accepted it. */
  async function socket(path: string, more: Headers = {}, finish: (end: () => void) => void = onTestFinished) {
    const agent = new Agent({ servername: line.servername, rejectUnauthorized: false, localAddress: from });
    const connection = new WebSocket(`wss://127.0.0.1:${port}${path}`, { agent, headers: headersOf(more) });
    finish(() => connection.terminate());
    const received: Any[] = [];
    let pings = 0;
    connection.on('message', (data) => received.push(JSON.parse(String(data))));
    connection.on('ping', () => {
      pings += 1;
    });
    const status = await new Promise<number>((resolve, reject) => {
      connection.on('upgrade', (response) => resolve(response.statusCode!));
      connection.on('unexpected-response', (_request, response) => resolve(response.statusCode!));
      connection.on('error', reject);
    });
    return {
      status,
      received,
      pings: () => pings,
      isOpen: () => connection.readyState === connection.OPEN,
      send: (frame: object) => connection.send(JSON.stringify(frame)),
    };
  }

  return { call, socket };
}
