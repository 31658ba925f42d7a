import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock, eventually } from '@chessmith/service/testing';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test } from 'vitest';
import { connectQuantum, enterMatch, startQuantumServer } from '../testing/quantum-client.js';
import { startTestServer } from '../testing/test-server.js';

function boardFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'board.txt'), text);
  return join(folder, 'board.txt');
}

test("the manual's example: a white knight half on A3 and a black rook on B8, as bytes", async () => {
  const address = await startQuantumServer({ 'quantum-board': boardFile('# an example\nHB1W\nTB8B\n') });
  const ana = await enterMatch(address, { match: 'new', name: 'ana', role: 'white' });
  ana.send({ kind: 'split', from: 'b1', to: ['a3', 'c3'] });
  while ((await ana.receive()).kind !== 'board');
  const example = '48 01 00 02 7f ff 54 00 01 07 ff ff';
  const board = `6c 03 ${example} 48 01 02 02 7f ff 00`;
  expect(ana.bytes().toString('hex')).toMatch(new RegExp(`${board.replaceAll(' ', '')}$`));
});

test("a king's capture ends the match, with messages in the original's order", async () => {
  const address = await startQuantumServer({ 'quantum-board': boardFile('KH1W\nTE1W\nKE8B\n') });
  const ana = await enterMatch(address, { match: 'new', name: 'ana', role: 'white' });
  ana.send({ kind: 'move', from: 'e1', to: 'e8' });
  expect([await ana.receive(), await ana.receive(), await ana.receive()]).toMatchObject([
    { kind: 'log', lines: ['E1 moved to E8', 'E8 was captured', 'End of the game, white wins'] },
    { kind: 'sound', sound: 'capture' },
    { kind: 'board', whiteToMove: false },
  ]);
  ana.send({ kind: 'split', from: 'h1', to: ['g1', 'g2'] }, { kind: 'surrender' });
  expect(await ana.receive()).toEqual({ kind: 'error', message: 'game over' });
  expect(await ana.receive()).toEqual({ kind: 'error', message: 'Cannot surrender: game over' });
});

test.each([
  ['is missing', undefined, 'ENOENT'],
  ['has other content', 'XA1W', 'line 1'],
])('a board file that %s stops the start with a message', async (_, text, messages) => {
  const file = text === undefined ? join(tmpdir(), 'no-such-board.txt') : boardFile(text);
  await expect(startQuantumServer({ 'quantum-board': file })).rejects.toThrow(messages);
});

test('a port in use stops the start with a message', async () => {
  const address = await startQuantumServer();
  await expect(startQuantumServer({ 'quantum-port': address!.split(':').at(-1)! })).rejects.toThrow('EADDRINUSE');
});

test('localhost listens on IPv4 and IPv6, since original clients use IPv4 only', async () => {
  const address = await startQuantumServer({ 'quantum-host': 'localhost' });
  const client = await connectQuantum(`127.0.0.1:${address!.split(':').at(-1)}`);
  expect(await client.receive()).toEqual({ kind: 'matches', matches: [] });
});

const FLAGS = { 'quantum-port': '0', 'quantum-host': '127.0.0.1' };
const RETURN_MS = 10 * 60_000;

/** Starts servers one after the other on the same data. */
function openRestartable() {
  const store = { ...openMemoryStore(), close: async () => undefined };
  const clock = createVirtualClock();
  return { store, clock, start: () => startTestServer(FLAGS, undefined, { store, clock }) };
}

const matchesAt = async (address: string | null) => {
  const list = await (await connectQuantum(address)).receive();
  return list.kind === 'matches' ? list.matches : [];
};

test.each(['killed', 'stopped'])('after the server was %s, players find their match again and play on', async (how) => {
  const { start } = openRestartable();
  const before = await start();
  const ana = await enterMatch(before.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
  await enterMatch(before.quantumAddress, { match: 1, name: 'bob', role: 'black' });
  const eve = await enterMatch(before.quantumAddress, { match: 1, name: 'eve', role: 'spectator' });
  eve.send({ kind: 'chat', text: 'hi' });
  while ((await eve.receive()).kind !== 'chat');
  const { game } = (await before.call('GET', '/api/games')).body.games[0];
  ana.send({ kind: 'move', from: 'e2', to: 'e4' });
  while ((await ana.receive()).kind !== 'log');
  if (how === 'stopped') await before.close();

  const next = await start();
  expect(await matchesAt(next.quantumAddress)).toMatchObject([
    {
      id: 1,
      clients: [
        { name: 'ana (away)', role: 'white' },
        { name: 'bob (away)', role: 'black' },
      ],
    },
  ]);
  const bob = await enterMatch(next.quantumAddress, { match: 1, name: 'bob', role: 'black' });
  bob.send({ kind: 'move', from: 'e7', to: 'e5' });
  expect(await bob.receive()).toMatchObject({ lines: ['E7 moved to E5'] });
  expect(await matchesAt(next.quantumAddress)).toMatchObject([
    { clients: expect.arrayContaining([expect.objectContaining({ name: 'bob', role: 'black' })]) },
  ]);
  expect((await next.call('GET', `/api/games/${game}`)).body).toMatchObject({ situation: 'running', moves: [{}, {}] });
});

test('a match waits ten minutes for its players after a restart, and then its seats are free', async () => {
  const { start, clock } = openRestartable();
  const before = await start();
  await enterMatch(before.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
  await enterMatch(before.quantumAddress, { match: 'new', name: 'bob', role: 'white' });
  await enterMatch(before.quantumAddress, { match: 'new', name: 'cid', role: 'spectator' });
  const games = (await before.call('GET', '/api/games?ruleset=quantum-fragments')).body.games.reverse();
  const [anas, bobs, cids] = games.map(({ game }: { game: string }) => `/api/games/${game}`);
  const berta = await before.guest('Berta');
  expect(await berta.post(`${bobs}/join`, {})).toMatchObject({ status: 200 });

  const next = await start();
  const situationOf = async (game: string) => (await next.call('GET', game)).body.situation;
  expect(await situationOf(cids)).toBe('terminated');
  await clock.advance(RETURN_MS - 1);
  expect(await situationOf(anas)).toBe('running');
  await clock.advance(1);
  await eventually(async () => (await situationOf(anas)) === 'terminated');
  await eventually(async () => (await next.call('GET', bobs)).body.seats.white === null);
  expect(await situationOf(bobs)).toBe('running');
  const [left, ...others] = await matchesAt(next.quantumAddress);
  expect([left, others]).toMatchObject([{ clients: [{ name: 'Berta', role: 'black' }] }, []]);
});

test('another client may take the seat of a player who has not returned', async () => {
  const { start, clock } = openRestartable();
  const before = await start();
  await enterMatch(before.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
  const { game } = (await before.call('GET', '/api/games')).body.games[0];
  const { white: ana } = (await before.call('GET', `/api/games/${game}`)).body.seats;
  const next = await start();
  const zoe = await enterMatch(next.quantumAddress, { match: 1, name: 'zoe', role: 'white' });
  expect(await matchesAt(next.quantumAddress)).toMatchObject([{ clients: [{ name: 'zoe', role: 'white' }] }]);
  const { white } = (await next.call('GET', `/api/games/${game}`)).body.seats;
  expect(white).not.toEqual(ana);
  await clock.advance(RETURN_MS);
  zoe.send({ kind: 'move', from: 'e2', to: 'e4' });
  expect(await zoe.receive()).toMatchObject({ lines: ['E2 moved to E4'] });
});
