import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';
import { exampleSource, type Guest, retryWhileBusy, uploadRuleset } from '../testing/uploaded-rulesets.js';

const data = mkdtempSync(join(tmpdir(), 'chessmith-forks-'));
const ends: (() => Promise<void>)[] = [];
const close = async () => {
  for (const end of ends.splice(0)) await end();
};
let anna: Guest;
beforeAll(async () => {
  anna = await (await startTestServer({ data }, (end) => ends.push(end))).guest();
});
afterAll(async () => {
  await close();
  rmSync(data, { recursive: true });
});

/** A hot-seat game of an uploaded ruleset, with this many moves, each the first choice. */
async function playAlone(by: Guest, file: string, plies: number, source = exampleSource(file)): Promise<string> {
  const ruleset = (await uploadRuleset(by, { file, source })).body.ruleset.id;
  const { game } = (await retryWhileBusy(() => by.post('/api/games', { ruleset, hotSeat: true }))).body;
  for (let ply = 0; ply < plies; ply++) await playFirst(by, game);
  return game;
}

async function playFirst(by: Guest, game: string) {
  const { from, to, promote } = (await by.get(`/api/games/${game}`)).body.board.choices[0];
  const move = `${from}${to[0]}${promote === undefined ? '' : `=${promote[0]}`}`;
  expect(await retryWhileBusy(() => by.post(`/api/games/${game}/move`, { move }))).toMatchObject({ status: 200 });
}

const boardOf = async (by: Guest, game: string) => (await by.get(`/api/games/${game}`)).body.board;
const boardAt = async (by: Guest, game: string, turn: number) =>
  (await by.get(`/api/games/${game}/queries/BoardStateAtTurn?turn=${turn}`)).body.result;

test('a scripted game can be forked at any turn', async () => {
  const game = await playAlone(anna, 'pawn-war.py', 3);
  const { ruleset } = (await anna.get(`/api/games/${game}`)).body.configuration;
  for (const ply of [0, 2, 3]) {
    const forked = await anna.post(`/api/games/${game}/fork`, { ply, hotSeat: true });
    expect(forked.status).toBe(201);
    const then = await boardAt(anna, game, ply);
    const seen = (await anna.get(`/api/games/${forked.body.game}`)).body;
    expect(seen).toMatchObject({
      configuration: { ruleset, origin: { kind: 'fork', of: game, ply }, setup: {} },
      board: { ply: 0, pieces: then.pieces, notation: then.position, turn: then.active },
    });
    await playFirst(anna, forked.body.game);
    // A fork of a fork continues the ply count.
    const again = (await anna.post(`/api/games/${forked.body.game}/fork`, { ply: 1 })).body.game;
    expect((await boardOf(anna, again)).extra).toMatchObject({ plyCap: 60, pliesBefore: ply + 1 });
  }
  expect(await anna.post(`/api/games/${game}/fork`, { ply: 4 })).toMatchObject({ status: 404 });
});

test('clients cannot supply a script’s state, in a fork or in a new game', async () => {
  const game = await playAlone(anna, 'pawn-war.py', 1);
  const { ruleset } = (await anna.get(`/api/games/${game}`)).body.configuration;
  const setup = { position: '5/5/5/P4/5 w - - 0' };
  expect(await anna.post('/api/games', { ruleset, setup })).toMatchObject({
    status: 422,
    body: { code: 'script/own-start' },
  });
  expect(await anna.post(`/api/games/${game}/fork`, { ply: 1, setup, hotSeat: true })).toMatchObject({ status: 400 });
  const start = { open: { board: 'Pa7', moves: 'a7a8' }, secret: { data: 'null' } };
  for (const field of ['start', 'record']) {
    const options = { ply: 1, hotSeat: true, [field]: start };
    expect(await anna.post(`/api/games/${game}/fork`, options)).toMatchObject({ status: 400 });
  }
});

test('a rematch of a fork starts where the fork started', async () => {
  const game = await playAlone(anna, 'pawn-war.py', 2);
  let last = (await anna.post(`/api/games/${game}/fork`, { ply: 2, hotSeat: true })).body.game;
  const { pieces } = await boardOf(anna, last);
  for (let i = 0; i < 2; i++) {
    await playFirst(anna, last);
    await anna.post(`/api/games/${last}/resign`);
    last = (await anna.post(`/api/games/${last}/rematch`, { action: 'offer' })).body.next;
    expect(await boardOf(anna, last)).toMatchObject({ ply: 0, pieces, extra: { pliesBefore: 2 } });
  }
});

test('a rematch of a public fork of a private game starts where the fork started, and does not reveal that game', async () => {
  const ruleset = (await uploadRuleset(anna, { file: 'pawn-war.py', source: exampleSource('pawn-war.py') })).body
    .ruleset.id;
  const { game } = (await retryWhileBusy(() => anna.post('/api/games', { ruleset, hotSeat: true, isPrivate: true })))
    .body;
  await playFirst(anna, game);
  const forked = (await anna.post(`/api/games/${game}/fork`, { ply: 1, hotSeat: true, isPrivate: false })).body.game;
  const { pieces } = await boardOf(anna, forked);
  await playFirst(anna, forked);
  await anna.post(`/api/games/${forked}/resign`);
  const { next } = (await anna.post(`/api/games/${forked}/rematch`, { action: 'offer' })).body;
  expect(await boardOf(anna, next)).toMatchObject({ ply: 0, pieces, extra: { pliesBefore: 1 } });
  expect(JSON.stringify((await anna.get(`/api/games/${next}/facts`)).body)).not.toContain(game);
});

test('a game with public dice can be forked at once, and later dice are random', async () => {
  // The check plays whole games, and this script does not need long ones.
  const short = exampleSource('dice-chess.py').replace('"ply_cap": 400', '"ply_cap": 10');
  const game = await playAlone(anna, 'dice-chess.py', 1, short);
  const { message } = (await boardOf(anna, game)).extra;
  const rolls = new Set<string>();
  for (let i = 0; i < 6; i++) {
    const forked = (await anna.post(`/api/games/${game}/fork`, { ply: 1, hotSeat: true })).body.game;
    expect((await boardOf(anna, forked)).extra.message).toBe(message);
    await playFirst(anna, forked);
    rolls.add((await boardOf(anna, forked)).extra.message);
  }
  expect(rolls.size).toBeGreaterThan(1);
});

test('a game with hidden random results cannot be forked before its end', async () => {
  const withChance = exampleSource('pawn-war.py').replace('"version": 2,', '$& "random": True,');
  const game = await playAlone(anna, 'war-with-chance.py', 1, withChance);
  expect(await anna.post(`/api/games/${game}/fork`, { ply: 1 })).toMatchObject({
    status: 409,
    body: { code: 'game/not-ended' },
  });
  await anna.post(`/api/games/${game}/resign`);
  const forked = await anna.post(`/api/games/${game}/fork`, { ply: 1, hotSeat: true });
  expect(forked.status).toBe(201);
  await playFirst(anna, forked.body.game);
  expect(JSON.stringify((await anna.get(`/api/games/${forked.body.game}/facts`)).body)).not.toContain('"data"');
});

test('a fork survives a restart, and is read without its script', async () => {
  const game = await playAlone(anna, 'pawn-war.py', 2);
  const forked = (await anna.post(`/api/games/${game}/fork`, { ply: 2, hotSeat: true })).body.game;
  await playFirst(anna, forked);
  const before = await boardOf(anna, forked);
  await close();
  const testServer = await startTestServer({ data }, (end) => ends.push(end));
  const headers = { authorization: `Bearer ${anna.token}` };
  expect((await testServer.call('GET', `/api/games/${forked}`, { headers })).body.board).toEqual(before);
});
