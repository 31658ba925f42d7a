import { expect, test } from 'vitest';
import { findProxy, HOST, startProxy } from './proxies.js';
import { startServer } from './server.js';
import { openVisitor } from './visitor.js';

/** Longer than every idle timeout of the proxies, by default or in docs/deploy.md. */
const SILENCE_MS = 200_000;

test.each(['nginx', 'caddy'] as const)('an idle connection behind %s still delivers news', async (name) => {
  const program = findProxy(name);
  if (program === undefined) throw new Error(`${name} is not installed and cannot be unpacked`);
  const server = await startServer();
  const proxy = await startProxy(name, program, server.url);
  try {
    const { call, socket } = openVisitor(HOST, proxy.port, '127.0.0.1');
    await call('POST', '/api/guests', {});
    const { body } = await call('POST', '/api/games', { hotSeat: true });
    const watching = await socket('/api/socket');
    watching.send({ type: 'subscribe', key: 'board', game: body.game, node: 'BoardChanged' });
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
    expect(watching.received.filter(({ type }) => type === 'news')).toEqual([]);
    await call('POST', `/api/games/${body.game}/move`, { move: 'e2e4' });
    await expect.poll(() => watching.received.at(-1), { timeout: 30_000 }).toMatchObject({ type: 'news' });
    expect(watching.pings()).toBeGreaterThan(10);
  } finally {
    await proxy.end();
    await server.end();
  }
});
