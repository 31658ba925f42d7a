import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ok, unwrap } from '@chessmith/std';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

test('who reads too much waits; moves and probes are never refused', async () => {
  const testServer = await startTestServer({ 'reads-per-second': '40' });
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { game } = (await anna.post('/api/games', { side: 'white' })).body;
  await bert.post(`/api/games/${game}/join`);
  const statuses: number[] = [];
  let refused = await anna.get(`/api/games/${game}`);
  while (refused.status === 200 && statuses.length < 1000) {
    statuses.push(refused.status);
    refused = await anna.get(`/api/games/${game}`);
  }
  expect(refused).toMatchObject({ status: 429, body: { code: 'request/too-many' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // The person has used up a part of what the address may read.
  expect((await bert.get(`/api/games/${game}`)).status).toBe(200);
  const socket = await anna.socket();
  let look = await socket.ask({ type: 'view', game });
  for (let looks = 0; look.type === 'result' && looks < 100; looks++) look = await socket.ask({ type: 'view', game });
  expect(look).toMatchObject({ type: 'error', code: 'request/too-many', facts: { retryAfterMs: expect.any(Number) } });
  expect((await anna.post(`/api/games/${game}/move`, { move: 'e2e4' })).status).toBe(200);
  const answer = { type: 'command', game, command: { type: 'Resign' } };
  expect(await socket.ask(answer)).toMatchObject({ type: 'result' });
  for (let times = 0; times < 50; times++) expect((await testServer.call('GET', '/healthz')).status).toBe(200);
});

test('facts are told page by page: whole, after a version and by type', async () => {
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
  const told = async (query: string): Promise<string[]> =>
    (await anna.get(`/api/games/${game}/facts${query}`)).body.facts.map(
      ({ version, fact }: { version: number; fact: { type: string } }) => `${version} ${fact.type}`,
    );
  const all = await told('');
  expect(all).toHaveLength(unwrap(await store.games.factsOf(game)).length);
  expect(all.slice(-3)).toEqual(await told('?type=MovePlayed'));
  expect(await told(`?after=${all.length - 2}`)).toEqual(all.slice(-2));
  expect(await told(`?after=${all.length}`)).toEqual([]);
  expect(await told('?type=GameEnded')).toEqual([]);
});

test('when too much waits for those who do not read, their connections end, and others read on', async () => {
  const { app, address, call } = await startTestServer({}, onTestFinished, { mostUnreadBytes: 300_000 });
  const opened = once(app.server, 'connection');
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const [theirs] = (await opened) as [Socket];
  socket.pause();
  // The system itself keeps some megabytes for a reader.
  while (!theirs.destroyed) {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    await setTimeout(20);
  }
  expect((await call('GET', '/openapi.json')).status).toBe(200);
});
