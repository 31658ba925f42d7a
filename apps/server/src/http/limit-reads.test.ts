import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createVirtualClock } from '@chessmith/service/testing';
import { ok, unwrap } from '@chessmith/std';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

test('reads over the quota are refused; moves and health checks never are', async () => {
  const clock = createVirtualClock();
  const testServer = await startTestServer({ 'reads-per-second': '40' }, onTestFinished, { clock });
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { game } = (await anna.post('/api/games', { side: 'white' })).body;
  await bert.post(`/api/games/${game}/join`);
  /** Reads until a read is refused. */
  const useUp = async (read: () => ReturnType<typeof anna.get>) => {
    for (let reads = 0; reads < 1000; reads++) {
      const answer = await read();
      if (answer.status !== 200) return answer;
    }
    throw new Error('never refused');
  };
  const refused = await useUp(() => anna.get(`/api/games/${game}`));
  expect(refused).toMatchObject({ status: 429, body: { code: 'request/too-many' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // The person has used a part of the address's quota.
  expect((await bert.get(`/api/games/${game}`)).status).toBe(200);
  const socket = await anna.socket();
  expect(await socket.request({ type: 'view', game })).toMatchObject({
    type: 'error',
    code: 'request/too-many',
    facts: { retryAfterMs: expect.any(Number) },
  });
  expect(await useUp(() => testServer.call('GET', '/api/games'))).toMatchObject({ status: 429 });
  for (const probe of ['/healthz', '/readyz']) expect((await testServer.call('GET', probe)).status).toBe(200);
  expect((await anna.post(`/api/games/${game}/move`, { move: 'e2e4' })).status).toBe(200);
  const answer = { type: 'command', game, command: { type: 'Resign' } };
  expect(await socket.request(answer)).toMatchObject({ type: 'result' });
});

test('facts are streamed page by page: all, after a version, and by type', async () => {
  const store = openMemoryStore();
  const onePerPage: typeof store.games.factPages = async function* (game, after) {
    for (const fact of unwrap(await store.games.factsOf(game, after === undefined ? {} : { after }))) yield ok([fact]);
  };
  const testServer = await startTestServer({}, onTestFinished, {
    store: { ...store, games: { ...store.games, factPages: onePerPage } },
  });
  const anna = await testServer.guest();
  const { game } = (await anna.post('/api/games', { hotSeat: true, side: 'both' })).body;
  for (const move of ['e2e4', 'e7e5', 'g1f3']) await anna.post(`/api/games/${game}/move`, { move });
  const received = async (query: string): Promise<string[]> =>
    (await anna.get(`/api/games/${game}/facts${query}`)).body.facts.map(
      ({ version, fact }: { version: number; fact: { type: string } }) => `${version} ${fact.type}`,
    );
  const all = await received('');
  expect(all).toHaveLength(unwrap(await store.games.factsOf(game)).length);
  expect(all.slice(-3)).toEqual(await received('?type=MovePlayed'));
  expect(await received(`?after=${all.length - 2}`)).toEqual(all.slice(-2));
  expect(await received(`?after=${all.length}`)).toEqual([]);
  expect(await received('?type=GameEnded')).toEqual([]);
});

test('clients that do not read are disconnected when the backlog is full, and others continue', async () => {
  const { app, address, call } = await startTestServer({}, onTestFinished, { mostUnreadBytes: 300_000 });
  const opened = once(app.server, 'connection');
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const [theirs] = (await opened) as [Socket];
  socket.pause();
  // The kernel buffers some megabytes per connection.
  while (!theirs.destroyed) {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    await setTimeout(20);
  }
  expect((await call('GET', '/openapi.json')).status).toBe(200);
});
