import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

const GAMES = 40;
const EXPORTS = 3;

test('exports of many games yield to other requests between games, also several exports together', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  await Promise.all(Array.from({ length: GAMES }, () => anna.post('/api/games', { hotSeat: true })));
  let turns = 0;
  let again = setImmediate(function turn() {
    turns += 1;
    again = setImmediate(turn);
  });
  const exported = await Promise.all(Array.from({ length: EXPORTS }, () => testServer.call('GET', '/api/pgn')));
  clearImmediate(again);
  for (const { body } of exported) expect(String(body).match(/\[Event /g)).toHaveLength(GAMES);
  expect(turns).toBeGreaterThanOrEqual(EXPORTS * GAMES);
});
