import { Agent, request } from 'node:http';

export type Answer = { readonly status: number; readonly body: { readonly [name: string]: unknown } };
/** Calls the server from one source address. */
export type Caller = {
  post(path: string, body: object, token?: string): Promise<Answer>;
  /** A new guest's token. */
  guest(name?: string): Promise<string>;
  close(): void;
};

export function openCaller(address: string, from = '127.0.0.1'): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, localAddress: from });
  const post: Caller['post'] = (path, body, token) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const sent = request(address + path, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  return {
    post,
    guest: async (name) => succeeded(await post('/api/guests', name === undefined ? {} : { name })).token as string,
    close: () => agent.destroy(),
  };
}

export function succeeded({ status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}

/** How often each was answered, most frequent first. */
export function countOf(codes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([code, count]) => `${count} x ${code}`)
    .join(', ');
}
