import type { GameCommand } from '@chessmith/service';
import type { ServerAddress } from './server-address.js';
import { type Answer, type TestClient, TIMEOUT_MS } from './test-client.js';

/** A client over HTTP, with a new request for each call. */
export function restClient(server: ServerAddress, token: string): TestClient {
  async function call(path: string, body?: object, key?: string): Promise<Answer | null> {
    const address = await server.get();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(`${address}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = (await response.json()) as { readonly code: string };
      return response.ok ? { ok: true, answer } : { ok: false, code: answer.code };
    } catch {
      return null;
    }
  }

  return {
    command: (game, command, key) => {
      const { path, body } = requestOf(command);
      return call(`/games/${game}/${path}`, body, key);
    },
    create: (options, key) => call('/games', options, key),
    view: (game) => call(`/games/${game}`),
    say: (game, text, key) => call(`/games/${game}/chat`, { text }, key),
    close: () => undefined,
  };
}

function requestOf(command: GameCommand): { readonly path: string; readonly body: object } {
  const { type, ...fields } = command;
  if ('what' in fields) {
    const { what, ...rest } = fields;
    return { path: what, body: { action: type.toLowerCase(), ...rest } };
  }
  return { path: type === 'PlayMove' ? 'move' : type.replace('Game', '').toLowerCase(), body: fields };
}
