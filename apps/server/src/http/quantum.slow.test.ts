import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundleWorker } from '../testing/bundle-worker.js';
import { QUEENS, splits } from '../testing/large-state.js';
import { startTestServer } from '../testing/test-server.js';

let worker: Awaited<ReturnType<typeof bundleWorker>>;
beforeAll(async () => {
  worker = await bundleWorker('quantum');
});
afterAll(() => worker.remove());

test('a game of 2^14 boards is played, watched, inspected, taken back, and resumed by another server', async () => {
  const data = mkdtempSync(join(tmpdir(), 'chessmith-large-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  let close = async () => {};
  const open = () => startTestServer({ data }, (end) => (close = end), { quantumWorker: worker.script });

  const first = await open();
  const anna = await first.guest();
  const made = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true, setup: { position: QUEENS } });
  const path = `/api/games/${made.body.game}`;
  const move = async (text: string) => (await anna.post(`${path}/move`, { move: text })).body;
  const watching = await first.socket('/api/socket');
  await watching.request({ type: 'subscribe', game: made.body.game, node: 'BoardChanged', key: 'board' });
  for (const text of splits(14)) expect(await move(text)).toMatchObject({ facts: ['MovePlayed'] });
  expect(await move('b8^a8c8')).toMatchObject({
    code: 'quantum/too-much-superposition',
    facts: { boards: 2 ** 14, cap: 2 ** 14 },
  });
  expect(await move('c2xf2.m1')).toMatchObject({ code: 'quantum/outcome-is-drawn' });
  const seen = (await anna.get(path)).body.board;
  expect(seen.extra).toMatchObject({ boards: 2 ** 14 });
  await watching.waitFor({ type: 'news', news: [{ payload: { lastMove: { notation: 'g7^f7h7' } } }] });

  const likely = `${path}/queries/InspectionAtTurn?about=boards&most=2&turn=13`;
  expect((await anna.get(likely)).body.result).toMatchObject({ boards: 2 ** 13, likely: [{}, {}] });
  const forked = await anna.post(`${path}/fork`, { ply: 14, hotSeat: true });
  expect((await anna.get(`/api/games/${forked.body.game}`)).body.board).toEqual({ ...seen, ply: 0 });
  expect((await anna.post(`${path}/takeback`, { action: 'offer', as: 'black' })).status).toBe(200);
  expect((await anna.get(path)).body.board.extra).toMatchObject({ boards: 2 ** 13 });
  expect(await move('g7^f7h7')).toMatchObject({ facts: ['MovePlayed'] });
  expect((await anna.get(`${path}/queries/MoveHistory`)).body.result).toHaveLength(15);
  await close();

  const second = await open();
  const headers = { authorization: `Bearer ${anna.token}` };
  expect((await second.call('GET', path, { headers })).body.board).toEqual({ ...seen, ply: 14 });
  const missed = await second.socket('/api/socket');
  await missed.request({ type: 'subscribe', game: made.body.game, node: 'BoardChanged', key: 'again', after: 10 });
  expect((await missed.waitFor({ type: 'missed' })).news.length).toBeGreaterThan(8);
  const played = await second.call('POST', `${path}/move`, { headers, body: { move: 'c2xf2' } });
  expect(played.body).toMatchObject({ facts: ['MovePlayed'] });
  expect((await second.call('GET', `${path}/pgn`, { headers })).body).toContain('7. b7^a7c7 g7^f7h7 8. c2xf2.m');
  await close();
});
