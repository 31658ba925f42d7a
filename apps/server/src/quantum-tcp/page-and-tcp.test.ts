import { createVirtualClock, eventually } from '@chessmith/service/testing';
import { describe, expect, test } from 'vitest';
import { connectQuantum, enterMatch } from '../testing/quantum-client.js';
import { startTestServer } from '../testing/test-server.js';

const open = () => startTestServer({ 'quantum-port': '0', 'quantum-host': '127.0.0.1' });
const UNCLOCKED = { ruleset: 'quantum-fragments', side: 'white' };

type TestServer = Awaited<ReturnType<typeof open>>;

const listOf = async ({ quantumAddress }: TestServer) => (await connectQuantum(quantumAddress)).receive();
const matchesOf = async (testServer: TestServer) => {
  const list = await listOf(testServer);
  return list.kind === 'matches' ? list.matches : [];
};
const matchesIn = (testServer: TestServer) => testServer.call('GET', '/api/games?ruleset=quantum-fragments');

describe('a match created at the quantum port', () => {
  test('gives its players their names, even if others have them', async () => {
    const testServer = await open();
    await testServer.guest('zoe');
    const zoe = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'zoe', role: 'white' });
    await enterMatch(testServer.quantumAddress, { match: 1, name: 'Zoe', role: 'black' });
    const [{ game, seats }] = (await matchesIn(testServer)).body.games;
    const pgn = (await testServer.call('GET', `/api/games/${game}/pgn`)).body;
    expect(pgn).toContain(`[White "zoe #${seats.white.slice(0, 4)}"]`);
    expect(pgn).toContain(`[Black "Zoe #${seats.black.slice(0, 4)}"]`);
    zoe.send({ kind: 'surrender' });
    const board = async () => (await testServer.call('GET', '/leaderboard')).body.scores;
    await eventually(async () => (await board()).length > 0);
    expect(await board()).toMatchObject([{ username: expect.stringMatching(/^zoe$/i), wins: 1, losses: 1 }]);
    const people = (await testServer.call('GET', '/api/leaderboard')).body.scores;
    expect(people.map(({ person }: { person: string }) => person)).toEqual([seats.black, seats.white]);
    expect((await testServer.call('POST', '/api/guests', { body: { name: 'zoe' } })).status).toBe(201);
  });

  test('is in the lobby of the page, whose players can join, play, chat and leave', async () => {
    const testServer = await open();
    const ana = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
    const { body } = await testServer.call('GET', '/api/games?ruleset=quantum-fragments&open=true');
    expect(body.games).toMatchObject([{ situation: 'running', seats: { black: null }, isPrivate: false }]);
    const [{ game }] = body.games;
    expect(await testServer.call('GET', '/api/games/open?ruleset=quantum-fragments')).toMatchObject({ body: { game } });

    const berta = await testServer.guest('Berta');
    const socket = await berta.socket();
    expect(await socket.request({ type: 'subscribe', game })).toMatchObject({ type: 'result' });
    expect(await berta.post(`/api/games/${game}/join`, {})).toMatchObject({ status: 200 });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 1, name: 'Berta', text: 'has joined' });
    expect(await ana.receive()).toMatchObject({ kind: 'board', whiteToMove: true });

    ana.send({ kind: 'move', from: 'e2', to: 'e4' });
    expect([await ana.receive(), await ana.receive()]).toMatchObject([
      { kind: 'log', lines: ['E2 moved to E4'] },
      { kind: 'board', whiteToMove: false },
    ]);
    await socket.waitFor({ type: 'news', news: [{ node: 'ChessboardUpdateEvent' }] });
    expect(await berta.post(`/api/games/${game}/move`, { move: 'b8^a6c6' })).toMatchObject({ status: 200 });
    expect([await ana.receive(), await ana.receive(), await ana.receive()]).toMatchObject([
      { kind: 'log', lines: ['B8 split to A6 and C6'] },
      { kind: 'sound', sound: 'split' },
      { kind: 'board', whiteToMove: true },
    ]);

    expect(await berta.post(`/api/games/${game}/chat`, { text: 'hello' })).toMatchObject({ status: 201 });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 1, name: 'Berta', text: 'hello' });
    const watcher = await testServer.guest();
    await watcher.post(`/api/games/${game}/chat`, { text: 'nice' });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 2, name: 'guest', text: 'nice' });
    ana.send({ kind: 'chat', text: ' hola ' });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 0, name: 'ana', text: ' hola ' });
    await socket.waitFor({ type: 'news', news: [{ node: 'ChatEvent', payload: { text: 'hola' } }] });
    ana.send(Buffer.from('c\0\x05adi\xf3s', 'latin1'));
    await ana.receive();
    expect(ana.bytes().toString('latin1').endsWith('\0\x05adi\xf3s')).toBe(true);
    await socket.waitFor({ type: 'news', news: [{ node: 'ChatEvent', payload: { text: 'adi\ufffds' } }] });

    expect(await listOf(testServer)).toMatchObject({
      matches: [
        {
          id: 1,
          clients: [
            { id: 0, name: 'ana', role: 'white' },
            { id: 1, name: 'Berta', role: 'black' },
          ],
        },
      ],
    });
    expect(await berta.post(`/api/games/${game}/leave`, {})).toMatchObject({ status: 200 });
    expect([await ana.receive(), await ana.receive()]).toMatchObject([
      { kind: 'left', name: 'Berta' },
      { kind: 'chat', client: 1, text: 'has left' },
    ]);
  });

  test('continues while a player of the page is seated, and ends when they leave', async () => {
    const testServer = await open();
    const ana = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
    const { game } = (await matchesIn(testServer)).body.games[0];
    const berta = await testServer.guest('Berta');
    await berta.post(`/api/games/${game}/join`, {});
    await ana.leave();
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ id: 1, clients: [{ name: 'Berta', role: 'black' }] }],
    });
    const carl = await enterMatch(testServer.quantumAddress, { match: 1, name: 'carl', role: 'white' });
    carl.send({ kind: 'move', from: 'e2', to: 'e4' });
    await carl.receive();
    await carl.leave();
    await berta.post(`/api/games/${game}/leave`, {});
    expect(await listOf(testServer)).toMatchObject({ matches: [] });
  });

  test('leaves the list when all have left, and its facts stay', async () => {
    const testServer = await open();
    const ana = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
    const eve = await enterMatch(testServer.quantumAddress, { match: 1, name: 'eve', role: 'spectator' });
    const { game } = (await matchesIn(testServer)).body.games[0];
    ana.send({ kind: 'move', from: 'e2', to: 'e4' });
    while ((await ana.receive()).kind !== 'board');
    await ana.leave();
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ clients: [{ id: 1, name: 'eve', role: 'spectator' }] }],
    });
    await eve.leave();
    expect(await listOf(testServer)).toMatchObject({ matches: [] });
    expect((await testServer.call('GET', `/api/games/${game}`)).body).toMatchObject({
      situation: 'terminated',
      end: { kind: 'none', cause: 'stopped' },
      moves: [{ notation: 'e2e4' }],
    });
    const next = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'ana', role: 'black' });
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ id: 2, clients: [{ id: 2, name: 'ana', role: 'black' }] }],
    });
    await next.leave();
  });

  test('stays open after its end until it is empty, and offers the seats of players who left', async () => {
    const testServer = await open();
    const ana = await enterMatch(testServer.quantumAddress, { match: 'new', name: 'ana', role: 'white' });
    const bob = await enterMatch(testServer.quantumAddress, { match: 1, name: 'bob', role: 'black' });
    bob.send({ kind: 'surrender' });
    expect(await bob.receive()).toMatchObject({ lines: ['black  surrendered: ', 'Game over, white wins'] });
    await bob.leave();
    const cid = await connectQuantum(testServer.quantumAddress);
    await cid.receive();
    cid.send({ kind: 'join', match: 1 }, { kind: 'name', name: '' });
    expect(await cid.receive()).toEqual({ kind: 'roles', roles: ['black', 'spectator'] });
    cid.send({ kind: 'role', role: 'black' });
    expect(await cid.receive()).toMatchObject({ kind: 'chat', client: 2, name: '', text: 'has joined' });
    await cid.receive();
    cid.send({ kind: 'ask-moves', square: 'b1' }, { kind: 'move', from: 'e7', to: 'e5' }, { kind: 'surrender' });
    expect([await cid.receive(), await cid.receive(), await cid.receive()]).toEqual([
      { kind: 'moves', squares: ['c3', 'a3'] },
      { kind: 'error', message: 'game over' },
      { kind: 'error', message: 'Cannot surrender: game over' },
    ]);
    await ana.leave();
    await cid.leave();
    expect(await listOf(testServer)).toMatchObject({ matches: [] });
  });
});

describe('a game created on the page', () => {
  test('is in the list if it is public and has no clock', async () => {
    const testServer = await open();
    const berta = await testServer.guest('Berta');
    const clock = { kind: 'per-move', moveMs: 60_000 };
    for (const options of [UNCLOCKED, { ...UNCLOCKED, clock }, { ...UNCLOCKED, isPrivate: true }, { side: 'white' }]) {
      expect(await berta.post('/api/games', options)).toMatchObject({ status: 201 });
    }
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ id: 1, clients: [{ id: 0, name: 'Berta', role: 'white' }] }],
    });
  });

  test('is in the list only while a player waits, since clients of the port cannot return later', async () => {
    const clock = createVirtualClock();
    const testServer = await startTestServer({ 'quantum-port': '0', 'quantum-host': '127.0.0.1' }, undefined, {
      clock,
    });
    const berta = await testServer.guest('Berta');
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    const shown = { matches: [{ id: 1, clients: [{ name: 'Berta', role: 'white' }] }] };
    expect(await listOf(testServer)).toMatchObject(shown);
    await clock.advance(61_000);
    expect(await listOf(testServer)).toMatchObject({ matches: [] });
    const socket = await berta.socket();
    await socket.request({ type: 'subscribe', game });
    await clock.advance(61_000);
    const [match] = await matchesOf(testServer);
    expect(match).toMatchObject({ clients: [{ name: 'Berta', role: 'white' }] });
    const bob = await enterMatch(testServer.quantumAddress, { match: match!.id, name: 'bob', role: 'black' });
    socket.connection.terminate();
    await clock.advance(61_000);
    expect(await matchesOf(testServer)).toMatchObject([{ clients: [{ name: 'Berta' }, { name: 'bob' }] }]);
    await bob.leave();
  });

  test('shows its host while no player is seated, since the original client calls an empty match NEW GAME', async () => {
    const testServer = await open();
    const berta = await testServer.guest('Berta');
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    await berta.post(`/api/games/${game}/leave`, {});
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ id: 1, clients: [{ name: 'Berta', role: 'spectator' }] }],
    });
    const bob = await enterMatch(testServer.quantumAddress, { match: 1, name: 'bob', role: 'white' });
    expect(await listOf(testServer)).toMatchObject({ matches: [{ id: 1, clients: [{ name: 'bob', role: 'white' }] }] });
    await bob.leave();
  });

  test('is played against a client of the port, whose seat is free for another client after a disconnect', async () => {
    const testServer = await open();
    const berta = await testServer.guest('Berta');
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    await listOf(testServer);
    const bob = await enterMatch(testServer.quantumAddress, { match: 1, name: 'bob', role: 'black' });
    bob.send({ kind: 'move', from: 'e7', to: 'e5' });
    expect(await bob.receive()).toEqual({ kind: 'error', message: 'it is not your turn!' });
    expect(await berta.post(`/api/games/${game}/move`, { move: 'e2e4' })).toMatchObject({ status: 200 });
    while ((await bob.receive()).kind !== 'board');
    bob.send({ kind: 'move', from: 'e7', to: 'e5' });
    expect(await bob.receive()).toMatchObject({ lines: ['E7 moved to E5'] });
    await bob.leave();
    expect(await listOf(testServer)).toMatchObject({
      matches: [{ id: 1, clients: [{ name: 'Berta' }, { name: 'bob (away)', role: 'black' }] }],
    });
    const cid = await enterMatch(testServer.quantumAddress, { match: 1, name: 'cid', role: 'black' });
    await berta.post(`/api/games/${game}/move`, { move: 'd2d4' });
    while ((await cid.receive()).kind !== 'board');
    cid.send({ kind: 'move', from: 'd7', to: 'd6' });
    expect(await cid.receive()).toMatchObject({ lines: ['D7 moved to D6'] });
    expect(await berta.post(`/api/games/${game}/resign`, {})).toMatchObject({ status: 200 });
    while ((await cid.receive()).kind !== 'board');
    expect(await cid.receive()).toMatchObject({ lines: ['white  surrendered: ', 'Game over, black wins'] });
  });

  test('has its rematch in the list', async () => {
    const testServer = await open();
    const [berta, carl] = [await testServer.guest('Berta'), await testServer.guest('Carl')];
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    await carl.post(`/api/games/${game}/join`, {});
    await carl.post(`/api/games/${game}/resign`, {});
    await berta.post(`/api/games/${game}/rematch`, { action: 'offer' });
    await carl.post(`/api/games/${game}/rematch`, { action: 'accept' });
    const list = await listOf(testServer);
    expect(list.kind === 'matches' && list.matches[0]!.clients.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Carl white',
      'Berta black',
    ]);
  });

  test('is reported to the port beyond its protocol: offers as log lines, a takeback also as a board', async () => {
    const testServer = await open();
    const [berta, carl] = [await testServer.guest('Berta'), await testServer.guest('Carl')];
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    await carl.post(`/api/games/${game}/join`, {});
    await listOf(testServer);
    const eve = await enterMatch(testServer.quantumAddress, { match: 1, name: 'eve', role: 'spectator' });
    const log = (...lines: readonly string[]) => ({ kind: 'log', lines });
    await berta.post(`/api/games/${game}/draw`, { action: 'offer' });
    expect(await eve.receive()).toEqual(log('white offers a draw'));
    await berta.post(`/api/games/${game}/draw`, { action: 'withdraw' });
    expect(await eve.receive()).toEqual(log('white withdraws the draw offer'));
    await berta.post(`/api/games/${game}/move`, { move: 'e2e4' });
    expect([await eve.receive(), await eve.receive()]).toMatchObject([
      log('E2 moved to E4'),
      { kind: 'board', whiteToMove: false },
    ]);
    await berta.post(`/api/games/${game}/takeback`, { action: 'offer' });
    expect(await eve.receive()).toEqual(log('white asks for a takeback'));
    await carl.post(`/api/games/${game}/takeback`, { action: 'accept' });
    expect(await eve.receive()).toEqual(log('black accepts the takeback'));
    expect(await eve.receive()).toMatchObject({ kind: 'board', whiteToMove: true });
    await carl.post(`/api/games/${game}/draw`, { action: 'offer' });
    expect(await eve.receive()).toEqual(log('black offers a draw'));
    await berta.post(`/api/games/${game}/move`, { move: 'd2d4' });
    expect([await eve.receive(), await eve.receive(), await eve.receive()]).toMatchObject([
      log('D2 moved to D4'),
      { kind: 'board' },
      log('white declines the draw'),
    ]);
    await berta.post(`/api/games/${game}/draw`, { action: 'offer' });
    await carl.post(`/api/games/${game}/draw`, { action: 'accept' });
    expect([await eve.receive(), await eve.receive(), await eve.receive()]).toEqual([
      log('white offers a draw'),
      log('black accepts the draw'),
      log('Game over, draw'),
    ]);
  });

  test('has its chat wrapped for the original client, which shows thirty characters per line', async () => {
    const testServer = await open();
    const berta = await testServer.guest('Berta');
    const { game } = (await berta.post('/api/games', UNCLOCKED)).body;
    await listOf(testServer);
    const bob = await enterMatch(testServer.quantumAddress, { match: 1, name: 'bob', role: 'black' });
    await berta.post(`/api/games/${game}/chat`, { text: 'I would split the knight first and look what happens then' });
    expect([await bob.receive(), await bob.receive()]).toMatchObject([
      { kind: 'chat', client: 0, name: 'Berta', text: 'I would split the knight first' },
      { kind: 'chat', client: 0, name: 'Berta', text: 'and look what happens then' },
    ]);
  });
});
