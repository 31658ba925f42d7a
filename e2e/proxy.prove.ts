import { expect, test } from 'vitest';
import { findProxy, HOST, startProxy } from './proxies.js';
import { startServer } from './server.js';
import { openVisitor } from './visitor.js';

/** Longer than any time after which a proxy, by its own habit or by our document, gives up a silent connection. */
const SILENCE_MS = 200_000;

test.each(['nginx', 'caddy'] as const)('a silent connection behind %s still brings news', async (name) => {
  const program = findProxy(name);
  if (program === undefined) throw new Error(`there is no ${name} here, and none can be unpacked`);
  const server = await startServer();
  const proxy = await startProxy(name, program, server.url);
  try {
    const { call, socket } = openVisitor(HOST, proxy.port, '127.0.0.1');
    await call('POST', '/api/guests', {});
    const { body } = await call('POST', '/api/games', { hotSeat: true });
    const watching = await socket('/api/socket');
    watching.send({ type: 'subscribe', key: 'board', game: body.game, node: 'BoardChanged' });
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
    expect(watching.heard.filter(({ type }) => type === 'news')).toEqual([]);
    await call('POST', `/api/games/${body.game}/move`, { move: 'e2e4' });
    await expect.poll(() => watching.heard.at(-1), { timeout: 30_000 }).toMatchObject({ type: 'news' });
    expect(watching.pings()).toBeGreaterThan(10);
  } finally {
    await proxy.end();
    await server.end();
  }
});
