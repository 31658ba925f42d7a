import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test } from 'vitest';
import { openHouse } from '../testing/house.js';
import { enter, knock, openPort } from '../testing/quantum-client.js';

function boardFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'board.txt'), text);
  return join(folder, 'board.txt');
}

test("the manual's example: a white knight half on A3 and a black rook on B8, as they travel", async () => {
  const address = await openPort({ 'quantum-board': boardFile('# an example\nHB1W\nTB8B\n') });
  const ana = await enter(address, { match: 'new', name: 'ana', role: 'white' });
  ana.send({ kind: 'split', from: 'b1', to: ['a3', 'c3'] });
  while ((await ana.hear()).kind !== 'board');
  const example = '48 01 00 02 7f ff 54 00 01 07 ff ff';
  const board = `6c 03 ${example} 48 01 02 02 7f ff 00`;
  expect(ana.bytes().toString('hex')).toMatch(new RegExp(`${board.replaceAll(' ', '')}$`));
});

test("a king's capture ends the match, and is told in the original's order", async () => {
  const address = await openPort({ 'quantum-board': boardFile('KH1W\nTE1W\nKE8B\n') });
  const ana = await enter(address, { match: 'new', name: 'ana', role: 'white' });
  ana.send({ kind: 'move', from: 'e1', to: 'e8' });
  expect([await ana.hear(), await ana.hear(), await ana.hear()]).toMatchObject([
    { kind: 'log', lines: ['E1 moved to E8', 'E8 was captured', 'End of the game, white wins'] },
    { kind: 'sound', sound: 'capture' },
    { kind: 'board', whiteToMove: false },
  ]);
  ana.send({ kind: 'split', from: 'h1', to: ['g1', 'g2'] }, { kind: 'surrender' });
  expect(await ana.hear()).toEqual({ kind: 'error', message: 'game over' });
  expect(await ana.hear()).toEqual({ kind: 'error', message: 'Cannot surrender: game over' });
});

test.each([
  ['is missing', undefined, 'ENOENT'],
  ['holds something else', 'XA1W', 'line 1'],
])('a board file that %s is told at the start', async (_, text, told) => {
  const file = text === undefined ? join(tmpdir(), 'no-such-board.txt') : boardFile(text);
  await expect(openPort({ 'quantum-board': file })).rejects.toThrow(told);
});

test('a port that is taken is told at the start', async () => {
  const address = await openPort();
  await expect(openPort({ 'quantum-port': address!.split(':').at(-1)! })).rejects.toThrow('EADDRINUSE');
});

test('localhost is heard at both kinds of addresses, for clients of the seed know one only', async () => {
  const address = await openPort({ 'quantum-host': 'localhost' });
  const client = await knock(`127.0.0.1:${address!.split(':').at(-1)}`);
  expect(await client.hear()).toEqual({ kind: 'matches', matches: [] });
});

test('after a server was killed its guests do not keep their seats, and people from the page do', async () => {
  const store = { ...openMemoryStore(), close: async () => undefined };
  const flags = { 'quantum-port': '0', 'quantum-host': '127.0.0.1' };
  const killed = await openHouse(flags, undefined, { store });
  await enter(killed.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
  await enter(killed.quantumAddress, { match: 'new', name: 'bob', role: 'white' });
  const { games } = (await killed.call('GET', '/api/games?ruleset=quantum-fragments')).body;
  const berta = await killed.guest('Berta');
  const [bobs, anas] = games;
  await berta.post(`/api/games/${bobs.game}/join`, {});

  const next = await openHouse(flags, undefined, { store });
  expect((await next.call('GET', `/api/games/${anas.game}`)).body).toMatchObject({ situation: 'terminated' });
  // Ana's match, taken up first or last, has used a number too.
  const list = await (await knock(next.quantumAddress)).hear();
  expect(list).toMatchObject({ matches: [{ clients: [{ name: 'Berta', role: 'black' }] }] });
  const match = list.kind === 'matches' ? list.matches[0]!.id : 0;
  const carl = await enter(next.quantumAddress, { match, name: 'carl', role: 'white' });
  carl.send({ kind: 'move', from: 'e2', to: 'e4' });
  expect(await carl.hear()).toMatchObject({ lines: ['E2 moved to E4'] });
});

test('when the server stops, its guests stand up and their matches end', async () => {
  const store = { ...openMemoryStore(), close: async () => undefined };
  const house = await openHouse({ 'quantum-port': '0', 'quantum-host': '127.0.0.1' }, () => undefined, { store });
  const ana = await enter(house.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
  const { game } = (await house.call('GET', '/api/games')).body.games[0];
  await house.close();
  expect(await ana.closed()).toBe(true);
  expect(await store.directory.game(game)).toMatchObject({ situation: 'terminated', seats: { white: null } });
});
