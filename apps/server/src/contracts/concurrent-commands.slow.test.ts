import { expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.js';

const COPIES = 100;

async function runningGame(testServer: TestServer) {
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { body } = await anna.post('/api/games', { side: 'white' });
  await bert.post(`/api/games/${body.game}/join`);
  return { anna, bert, game: body.game as string, path: `/api/games/${body.game}` };
}

const play = (game: string, move: string, more: object = {}) => ({
  type: 'command',
  game,
  command: { type: 'PlayMove', move, ...more },
});

test(`${COPIES} copies of one command, over REST and many WebSockets, have one effect and one answer`, async () => {
  const testServer = await startTestServer();
  const { anna, game, path } = await runningGame(testServer);
  const sockets = await Promise.all(Array.from({ length: 5 }, () => anna.socket()));
  const overSockets = sockets.map(async (socket) => {
    for (let copy = 0; copy < COPIES / 10; copy++) socket.send({ key: 'once', ...play(game, 'e2e4') });
    await socket.next(0, () => socket.received.filter(({ key }) => key === 'once').length === COPIES / 10);
    return socket.received
      .filter(({ key }) => key === 'once')
      .map(({ type, result }) => ({ ok: type === 'result', result }));
  });
  const overRest = Array.from({ length: COPIES / 2 }, async () => {
    const { status, body } = await anna.post(`${path}/move`, { move: 'e2e4' }, { 'idempotency-key': 'once' });
    return [{ ok: status === 200, result: body }];
  });
  const answers = (await Promise.all([...overSockets, ...overRest])).flat();
  expect(answers).toHaveLength(COPIES);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ ok: true, result: { ply: 1, facts: ['MovePlayed'] } });
  expect((await anna.get(`${path}/facts?type=MovePlayed`)).body.facts).toHaveLength(1);
  sockets[0]!.send({ key: 'once', ...play(game, 'd2d4') });
  await sockets[0]!.waitFor({ type: 'error', key: 'once', code: 'command/key-reused' });
});

test(`${COPIES} copies of one creation request create one game`, async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const copies = Array.from({ length: COPIES }, () => anna.post('/api/games', {}, { 'idempotency-key': 'new' }));
  expect(new Set((await Promise.all(copies)).map(({ body }) => body.game)).size).toBe(1);
  expect((await testServer.call('GET', '/api/games')).body.games).toHaveLength(1);
});

test('two tabs move at once: one succeeds, the other is refused, and both get the news', async () => {
  const testServer = await startTestServer();
  const { anna, game } = await runningGame(testServer);
  const tabs = [await anna.socket(), await anna.socket()];
  for (const tab of tabs) await tab.request({ type: 'subscribe', key: 'board', game, node: 'BoardChanged' });
  const answers = await Promise.all(
    tabs.map((tab, i) => tab.request({ key: `tab ${i}`, ...play(game, i === 0 ? 'e2e4' : 'd2d4', { ply: 0 }) })),
  );
  expect(answers.map(({ type }) => type).toSorted()).toEqual(['error', 'result']);
  const refused = answers.find(({ type }) => type === 'error');
  expect(refused).toMatchObject({ code: 'game/stale-ply', step: 'position-is-current', facts: { ply: 1 } });
  const won = answers[0].type === 'result' ? 'e4' : 'd4';
  for (const tab of tabs) await tab.waitFor({ type: 'news', news: [{ payload: { lastMove: { notation: won } } }] });
  expect((await anna.get(`/api/games/${game}`)).body.moves).toHaveLength(1);
});

test('two tabs move at once without a ply: the second is refused, since it is not its turn', async () => {
  const testServer = await startTestServer();
  const { anna, game } = await runningGame(testServer);
  const tabs = [await anna.socket(), await anna.socket()];
  const answers = await Promise.all(
    tabs.map((tab, i) => tab.request({ key: `tab ${i}`, ...play(game, i === 0 ? 'e2e4' : 'd2d4') })),
  );
  expect(answers.find(({ type }) => type === 'error')).toMatchObject({ code: 'game/not-your-turn', step: 'your-turn' });
  expect((await anna.get(`/api/games/${game}`)).body.moves).toHaveLength(1);
});
