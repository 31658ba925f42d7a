import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apply, callMethod, create, FOOLS_MATE, joinGame, running } from '../testing/chess-game-service.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

/** A statistics service that accepts requests, or never answers them. */
async function statisticsHost(port = 0, isMute = false) {
  const posts: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      posts.push(`${request.method} ${request.url} ${body}`);
      if (!isMute) response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections());
  onTestFinished(close);
  return { posts, port: (server.address() as AddressInfo).port, close };
}

function dataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'chessmith-statistics-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600 && !(await isSo()); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await isSo()).toBe(true);
}

/** Bert checkmates Anna, who has white. */
async function playMate(testServer: TestServer) {
  const [anna, bert] = [await testServer.guest('Anna'), await testServer.guest('Bert')];
  const { body } = await anna.post('/api/games', { side: 'white' });
  await bert.post(`/api/games/${body.game}/join`);
  for (const [index, move] of FOOLS_MATE.entries()) {
    await (index % 2 === 0 ? anna : bert).post(`/api/games/${body.game}/move`, { move });
  }
  return { anna, bert };
}

test('a result waits for a statistics service that is down, through a restart, and is posted once', async () => {
  const data = dataFolder();
  const { port, close } = await statisticsHost();
  await close();
  const flags = { data, 'statistics-service': `127.0.0.1:${port}` };
  let end = async (): Promise<void> => {};
  const before = await startTestServer(flags, (finish) => {
    end = finish;
  });
  const { anna, bert } = await playMate(before);
  await eventually(async () => (await before.call('GET', '/score/Anna')).status === 200);
  await end();

  const testServer = await startTestServer(flags);
  const scores = { status: 200, body: { score: { wins: 1, losses: 0, ratio: 1, rank: 1 } } };
  expect(await testServer.call('GET', `/api/people/${bert.id}/scores`)).toMatchObject(scores);
  expect((await testServer.call('GET', `/api/people/${anna.id}/scores`)).body.history).toHaveLength(1);
  const { posts } = await statisticsHost(port);
  const expected = ['POST /score/Anna {"score":{"hasWon":false}}', 'POST /score/Bert {"score":{"hasWon":true}}'];
  await eventually(() => posts.length >= 2);
  await testServer.close();
  await (await startTestServer(flags)).call('GET', '/readyz');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(posts).toEqual(expected);
});

test('a statistics service that never answers does not delay the shutdown, and gets the result later', async () => {
  const data = dataFolder();
  const mute = await statisticsHost(0, true);
  const flags = { data, 'statistics-service': `127.0.0.1:${mute.port}` };
  const before = await startTestServer(flags);
  await playMate(before);
  await eventually(() => mute.posts.length > 0);
  await before.close();
  await mute.close();
  const { posts } = await statisticsHost(mute.port);
  await startTestServer(flags);
  await eventually(() => posts.length >= 2);
  expect(posts).toEqual([expect.stringContaining('/score/Anna'), expect.stringContaining('/score/Bert')]);
});

test('people without a name have no rank', async () => {
  const testServer = await startTestServer();
  const [anna, nameless] = [await testServer.guest('Anna'), await testServer.guest()];
  const { body } = await anna.post('/api/games', { side: 'white' });
  await nameless.post(`/api/games/${body.game}/join`);
  await anna.post(`/api/games/${body.game}/resign`);
  const scores = async () => (await testServer.call('GET', `/api/people/${anna.id}/scores`)).body;
  await eventually(async () => (await scores()).score !== null);
  expect(await scores()).toMatchObject({ score: { rank: 1, losses: 1 }, history: [{ rank: 1, losses: 1 }] });
});

test('the statistics of the Chess Game Service API include all games of this server', async () => {
  const testServer = await startTestServer();
  expect(await testServer.call('GET', '/score/Paul')).toMatchObject({
    status: 404,
    body: { type: 'UserNotFoundException', message: "User 'Paul' not found." },
  });
  await (await running(testServer)).play(FOOLS_MATE);
  await (await running(testServer)).play(FOOLS_MATE);
  await eventually(async () => (await testServer.call('GET', '/score/Mary')).body.score?.wins === 2);
  const now = { insertion: { $date: expect.stringMatching(/^\d{4}-.*Z$/) } };
  expect((await testServer.call('GET', '/score/Paul')).body).toEqual({
    score: { ...now, rank: 2, wins: 0, losses: 2, ratio: 0 },
  });
  expect((await testServer.call('GET', '/score/history/Mary')).body.scores).toEqual([
    { ...now, rank: 1, wins: 1, losses: 0, ratio: 1 },
    { ...now, rank: 1, wins: 2, losses: 0, ratio: 2 },
    { ...now, rank: 1, wins: 2, losses: 0, ratio: 2 },
  ]);
  const names = async (query: string) =>
    (await testServer.call('GET', `/leaderboard${query}`)).body.scores.map(
      ({ username }: { username: string }) => username,
    );
  expect(await names('')).toEqual(['Mary', 'Paul']);
  expect(await names('?first=1&last=2')).toEqual(['Mary']);
  expect(await names('?first=2')).toEqual(['Paul']);
  expect(await names('?first=one&last=many')).toEqual(['Mary', 'Paul']);
  for (const query of ['?first=2&last=2', '?first=3&last=1', '?first=0', '?first=-1&last=5']) {
    expect(await testServer.call('GET', `/leaderboard${query}`)).toMatchObject({
      status: 400,
      body: {
        type: 'MalformedInputException',
        message: 'Last queried element of the leaderboard must be strictly greater than the first queried element.',
      },
    });
  }
  expect(await testServer.call('POST', '/score/Paul', { body: { score: { hasWon: true } } })).toMatchObject({
    status: 404,
  });
});

test('a name has the results of everybody who plays under it', async () => {
  const testServer = await startTestServer();
  const { anna, bert } = await playMate(testServer);
  const others = await playMate(testServer);
  const path = await create(testServer);
  const socket = await testServer.socket(path);
  await callMethod(socket, joinGame('WHITE', 'Anna'));
  await callMethod(socket, joinGame('BLACK', 'bert'));
  for (const move of FOOLS_MATE) await callMethod(socket, apply(move));
  await eventually(async () => (await testServer.call('GET', '/score/Anna')).body.score?.losses === 3);
  expect((await testServer.call('GET', '/score/BERT')).body.score).toMatchObject({
    rank: 1,
    wins: 3,
    losses: 0,
    ratio: 3,
  });
  const { scores } = (await testServer.call('GET', '/score/history/Bert')).body;
  expect(scores.map(({ wins }: { wins: number }) => wins)).toEqual([1, 2, 3, 3]);
  const board = (await testServer.call('GET', '/leaderboard')).body.scores;
  expect(board.map(({ username }: { username: string }) => username.toLowerCase())).toEqual(['bert', 'anna']);
  const people = (await testServer.call('GET', '/api/leaderboard')).body.scores;
  expect(people).toHaveLength(6);
  expect(people.map(({ person }: { person: string }) => person)).toEqual(
    expect.arrayContaining([anna.id, bert.id, others.anna.id, others.bert.id]),
  );
});

test('a guest without a name can play, but is not ranked', async () => {
  const testServer = await startTestServer();
  const path = await create(testServer);
  const [white, black] = [await testServer.socket(path), await testServer.socket(path)];
  await callMethod(white, joinGame('WHITE'));
  await callMethod(black, joinGame('BLACK', 'Mary'));
  for (const [index, move] of FOOLS_MATE.entries()) await callMethod(index % 2 === 0 ? white : black, apply(move));
  await eventually(async () => (await testServer.call('GET', '/leaderboard')).body.scores.length > 0);
  const { scores } = (await testServer.call('GET', '/api/leaderboard')).body;
  expect(scores).toMatchObject([{ name: 'Mary', rank: 1, wins: 1, losses: 0 }]);
});
