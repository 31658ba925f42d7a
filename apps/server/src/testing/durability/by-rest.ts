import type { GameCommand } from '@chessmith/service';
import type { Venue } from './venue.js';
import { PATIENCE_MS, type Said, type Way } from './way.js';

/** Asks over HTTP, each time anew. */
export function byRest(venue: Venue, token: string): Way {
  async function call(path: string, body?: object, key?: string): Promise<Said | null> {
    const address = await venue.find();
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
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const answer = (await response.json()) as { readonly code: string };
      return response.ok ? { ok: true, answer } : { ok: false, code: answer.code };
    } catch {
      return null;
    }
  }

  return {
    command: (game, order, key) => {
      const { path, body } = requestOf(order);
      return call(`/games/${game}/${path}`, body, key);
    },
    create: (options, key) => call('/games', options, key),
    view: (game) => call(`/games/${game}`),
    say: (game, text, key) => call(`/games/${game}/chat`, { text }, key),
    close: () => undefined,
  };
}

function requestOf(order: GameCommand): { readonly path: string; readonly body: object } {
  const { type, ...fields } = order;
  if ('what' in fields) {
    const { what, ...rest } = fields;
    return { path: what, body: { action: type.toLowerCase(), ...rest } };
  }
  return { path: type === 'PlayMove' ? 'move' : type.replace('Game', '').toLowerCase(), body: fields };
}
