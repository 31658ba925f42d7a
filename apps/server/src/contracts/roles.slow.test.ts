import { expect, test } from 'vitest';
import { authenticated, operationsOf } from '../testing/operations.js';
import { startTestServer } from '../testing/test-server.js';

/** Allowed for everyone who may view a game; they do not change it. */
const PUBLIC = ['chat', 'fork'];

test('no route lets strangers change a game', async () => {
  const testServer = await startTestServer();
  const [anna, bert, carl] = [await testServer.guest(), await testServer.guest(), await testServer.guest()];
  const made = async () => (await anna.post('/api/games', { side: 'white', autoStart: false })).body.game as string;
  const [waiting, ready, running, ended] = [await made(), await made(), await made(), await made()];
  for (const game of [ready, running, ended]) await bert.post(`/api/games/${game}/join`);
  for (const game of [running, ended]) await anna.post(`/api/games/${game}/start`);
  for (const move of ['e2e4', 'e7e5']) {
    const by = move === 'e2e4' ? anna : bert;
    for (const game of [running, ended]) expect((await by.post(`/api/games/${game}/move`, { move })).status).toBe(200);
  }
  await bert.post(`/api/games/${ended}/resign`);

  const commands = operationsOf(testServer.contract.openapi).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/games/{game}/'),
  );
  expect(commands.length).toBeGreaterThan(13);
  for (const game of [waiting, ready, running, ended]) {
    const before = (await anna.get(`/api/games/${game}`)).body;
    for (const { method, path, name } of commands) {
      const [address, what] = [path.replace('{game}', game), path.split('/').at(-1)!];
      const { body } = authenticated('', method, name);
      const unknown = await testServer.call(method, address, body === undefined ? {} : { body });
      expect([name, unknown.status, unknown.body.code]).toEqual([name, 401, 'auth/required']);
      if (PUBLIC.includes(what) || (what === 'join' && game === waiting)) continue;
      const stranger = await testServer.call(method, address, authenticated(carl.token, method, name));
      expect([403, 409], `${name} ${stranger.status}`).toContain(stranger.status);
    }
    const { version, situation, seats } = (await anna.get(`/api/games/${game}`)).body;
    expect({ version, situation, seats }).toEqual({
      version: before.version,
      situation: before.situation,
      seats: before.seats,
    });
  }
});
