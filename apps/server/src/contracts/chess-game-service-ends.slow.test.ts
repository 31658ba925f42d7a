import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock, eventually } from '@chessmith/service/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { advancingClock } from '../testing/advancing-clock.js';
import {
  apply,
  callMethod,
  create,
  eventsOf,
  joinGame,
  running,
  type Socket,
  stateOf,
} from '../testing/chess-game-service.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

type Guest = Awaited<ReturnType<TestServer['guest']>>;
type Ending = (white: Guest, black: Guest, path: string) => Promise<unknown>;

const clock = advancingClock();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({}, afterAll, { clock });
});

/** A game of /api, watched over the Chess Game Service API. */
async function watched(options: object) {
  const [white, black] = [await testServer.guest(), await testServer.guest()];
  const { body } = await white.post('/api/games', { side: 'white', ...options });
  const path = `/api/games/${body.game}`;
  await black.post(`${path}/join`);
  return { white, black, path, socket: await testServer.socket(`/game/connect/${body.game}/websocket`) };
}

const inTurn =
  (...moves: readonly string[]): Ending =>
  async (white, black, path) => {
    for (const [index, move] of moves.entries()) {
      expect(await (index % 2 === 0 ? white : black).post(`${path}/move`, { move })).toMatchObject({ status: 200 });
    }
  };
const agree: Ending = async (white, black, path) => {
  await white.post(`${path}/draw`, { action: 'offer' });
  await black.post(`${path}/draw`, { action: 'accept' });
};
const claimDraw: Ending = async (white, black, path) => {
  await white.post(`${path}/move`, { move: 'a2b2' });
  await black.post(`${path}/claim`, { what: 'draw' });
};
const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const at = (position: string, rest: object = {}) => ({ setup: { position, ...rest } });

describe('an end', () => {
  test.each<readonly [string, object, Ending, string, 'WHITE' | 'BLACK' | null]>([
    ['checkmate', {}, inTurn('f2f3', 'e7e6', 'g2g4', 'd8h4'), 'Checkmate', 'BLACK'],
    ['stalemate', at('7k/8/6K1/8/8/8/8/5Q2 w - - 0 1'), inTurn('f1f7'), 'Stalemate', null],
    ['an agreed draw', {}, agree, 'Stalemate', null],
    ['repetition', {}, inTurn(...shuffle, ...shuffle, ...shuffle, ...shuffle), 'Stalemate', null],
    ['the move rule', at('7k/8/8/8/8/8/R7/K7 w - - 99 80', { profile: 'fide' }), claimDraw, 'Stalemate', null],
    ['too little material', at('7k/8/8/8/8/8/1r6/K7 w - - 0 1'), inTurn('a1b2'), 'Stalemate', null],
    ['resigning', {}, (_, black, path) => black.post(`${path}/resign`), 'Surrender', 'WHITE'],
    [
      'an abandoned game',
      { abandonedAfterMs: 10_000 },
      async (white, black, path) => {
        await white.post(`${path}/move`, { move: 'e2e4' });
        await black.post(`${path}/move`, { move: 'e7e5' });
        clock.advance(10_000);
        await white.post(`${path}/claim`, { what: 'victory' });
      },
      'Surrender',
      'WHITE',
    ],
    ['a flag', { clock: { kind: 'per-move', moveMs: 1000 } }, inTurn('e2e4', 'e7e5'), 'Timeout', 'BLACK'],
  ])('by %s is sent as the contract defines it', async (_name, options, end, cause, team) => {
    const { white, black, path, socket } = await watched(options);
    await end(white, black, path);
    await socket.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'Terminated' } });
    const winner = team === null ? null : { name: '_', team };
    expect(eventsOf(socket).filter(({ type }) => type === 'GameOverUpdateEvent')).toEqual([
      { type: 'GameOverUpdateEvent', payload: { cause, winner } },
    ]);
    expect(await stateOf(socket)).toMatchObject({
      situation: 'Terminated',
      gameState: { gameOver: { cause, winner } },
    });
  });

  // In this contract the pawn has moved while its player chooses, also for clients that connect later.
  test('before the promotion choice takes the pawn back, with events', async () => {
    const { white, black, path, socket } = await watched(at('7k/1P6/8/8/8/8/8/K7 w - - 0 1'));
    await inTurn('a1b2', 'h8g7', 'b7b8')(white, black, path);
    const late = await testServer.socket(`/game/connect/${path.split('/').at(-1)}/websocket`);
    await stateOf(late);
    await stateOf(socket);
    const known = [eventsOf(socket).length, eventsOf(late).length];
    await black.post(`${path}/resign`);
    for (const [index, one] of [socket, late].entries()) {
      await one.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'Terminated' } });
      const events = eventsOf(one).slice(known[index]);
      const { chessboard, moveHistory, situation, gameOver } = (await stateOf(one)).gameState;
      expect(events.map(({ type, payload }) => [type, payload])).toEqual([
        ['ChessboardUpdateEvent', chessboard],
        ['MoveHistoryUpdateEvent', moveHistory],
        ['GameSituationUpdateEvent', situation],
        ['GameOverUpdateEvent', gameOver],
        ['ServerSituationUpdateEvent', 'Terminated'],
      ]);
      expect(moveHistory.entries).toHaveLength(2);
    }
  });

  test('without a result is Terminated without a GameOver', async () => {
    const aborted = await watched({});
    await aborted.white.post(`${aborted.path}/abort`);
    const host = await testServer.guest();
    const { body } = await host.post('/api/games', {});
    const stopped = await testServer.socket(`/game/connect/${body.game}/websocket`);
    await host.post(`/api/games/${body.game}/stop`);
    for (const socket of [aborted.socket, stopped]) {
      await socket.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'Terminated' } });
      expect(eventsOf(socket).map(({ type }) => type)).not.toContain('GameOverUpdateEvent');
      expect((await stateOf(socket)).gameState.gameOver).toBeNull();
    }
  });
});

describe('an absent player', () => {
  async function gone(socket: Socket, other: Socket, left: number): Promise<void> {
    const before = other.received.length;
    socket.connection.close();
    await other.next(before, ({ event }) => event?.type === 'SubscriptionUpdateEvent' && event.payload.length === left);
  }

  test('leaves the game unchanged, and returns by cookie', async () => {
    const set = (await testServer.call('POST', '/api/guests', { body: { name: 'Ines' } })).headers.get('set-cookie')!;
    const headers = { cookie: set.split(';')[0]!, origin: testServer.address };
    const path = await create(testServer);
    const [mine, other] = [await testServer.socket(path, headers), await testServer.socket(path)];
    await callMethod(mine, joinGame('WHITE', 'whatever'));
    await callMethod(other, joinGame('BLACK', 'Jan'));
    expect((await stateOf(other)).gameState.configuration.whitePlayer).toEqual({ name: 'Ines', team: 'WHITE' });
    await gone(mine, other, 2);
    const stranger = await testServer.socket(path);
    expect(await callMethod(stranger, joinGame('WHITE', 'Ivan'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    const back = await testServer.socket(path, headers);
    expect(await callMethod(back, joinGame('WHITE'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(back, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
    expect((await stateOf(other)).situation).toBe('Running');
  });

  test('is not replaced by a player of the same name while present', async () => {
    const { white, black, path } = await running(testServer);
    const twin = await testServer.socket(path);
    expect(await callMethod(twin, joinGame('WHITE', 'Paul'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    await gone(white, black, 3);
    expect(await callMethod(twin, joinGame('WHITE', 'Paul'))).toEqual({ method: 'JoinGame' });
  });

  test('of /api is not identified by name, so that others cannot take the seat', async () => {
    const kurt = await testServer.guest('Kurt');
    const { body } = await kurt.post('/api/games', { side: 'white' });
    const socket = await testServer.socket(`/game/connect/${body.game}/websocket`);
    expect(await callMethod(socket, joinGame('WHITE', 'Kurt'))).toMatchObject({
      type: 'PlayerAlreadyExistingException',
    });
    const fake = await testServer.socket(await create(testServer));
    await callMethod(fake, joinGame('WHITE', 'Kurt'));
    expect((await stateOf(fake)).gameState.configuration.whitePlayer).toEqual({ name: 'Kurt', team: 'WHITE' });
    expect((await kurt.get(`/api/people/${kurt.id}/games`)).body.games).toHaveLength(1);
  });

  test('without a name cannot be identified, and does not return', async () => {
    const path = await create(testServer);
    const [white, black] = [await testServer.socket(path), await testServer.socket(path)];
    await callMethod(white, joinGame('WHITE'));
    await callMethod(black, joinGame('BLACK'));
    await gone(white, black, 2);
    expect(await callMethod(await testServer.socket(path), joinGame('WHITE'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
  });

  test('returns by team and name after a restart', async () => {
    const data = mkdtempSync(join(tmpdir(), 'chessmith-ends-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const first = await startTestServer({ data });
    const path = await create(first, { gameId: 'long' });
    // One name that our rules allow, and one that they do not.
    const socket = await first.socket(path);
    await callMethod(socket, joinGame('WHITE', 'Paul'));
    await callMethod(socket, joinGame('BLACK', 'x'));
    await callMethod(socket, apply('e2e4'));
    await first.close();
    const second = await startTestServer({ data });
    const back = await second.socket(path);
    expect((await stateOf(back)).gameState).toMatchObject({
      currentTurn: 'BLACK',
      configuration: { whitePlayer: { name: 'Paul' }, blackPlayer: { name: 'x' } },
    });
    expect(await callMethod(back, joinGame('BLACK', 'x'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(back, apply('e7e5'))).toEqual({ method: 'ApplyMove' });
    // The same Paul may play in other games, but not on both sides of one game as one person.
    const other = await second.socket(await create(second));
    expect(await callMethod(other, joinGame('WHITE', 'Paul'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(other, joinGame('BLACK', 'Paul'))).toEqual({ method: 'JoinGame' });
    expect((await stateOf(other)).gameState.configuration.blackPlayer).toEqual({ name: 'Paul', team: 'BLACK' });
  });
});

test('an abandoned waiting game is cancelled, also after a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'chessmith-ends-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const clock = createVirtualClock();
  const first = await startTestServer({ data }, undefined, { clock });
  const socket = await first.socket(await create(first, { gameId: 'left' }));
  await callMethod(socket, joinGame('WHITE', 'Paul'));
  const stay = await first.socket(await create(first, { gameId: 'stays' }));
  await callMethod(stay, joinGame('WHITE', 'Mary'));
  socket.connection.close();
  const waiting = async ({ call }: TestServer): Promise<readonly string[]> =>
    (await call('GET', '/api/games?open=true')).body.games.map(({ alias }: { alias: string }) => alias);
  await eventually(async () => {
    await clock.advance(1000);
    return (await waiting(first)).length === 1;
  });
  await first.close();
  const second = await startTestServer({ data });
  expect(await waiting(second)).toEqual(['stays']);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await second.call('GET', '/game')).body.connection.websocket).toBe('/game/connect/stays/websocket');
  }
});

test("the mover's time is sent every second, and the other's after the move", async () => {
  const limit = { timeConstraint: { type: 'PlayerLimit', time: { value: 5, unit: 'MINUTES' } } };
  const { white, black } = await running(testServer, limit);
  const ticks = (type: string) => eventsOf(black).filter((event) => event.type === type);
  const seconds = (type: string) => ticks(type).map(({ payload }) => (payload as { value: number }).value);
  await black.next(0, () => ticks('WhiteTimerUpdateEvent').length >= 3);
  const first = seconds('WhiteTimerUpdateEvent').slice(0, 3);
  expect(first).toEqual(first.toSorted((a, b) => b - a));
  expect(new Set(first).size).toBeGreaterThan(1);
  // Both clocks are sent at the start; then only the mover's runs.
  expect(seconds('BlackTimerUpdateEvent')).toEqual([300]);
  await callMethod(white, apply('e2e4'));
  await black.next(0, () => ticks('BlackTimerUpdateEvent').length >= 2);
  const { timers } = (await stateOf(white)).gameState;
  expect(timers.black.value).toBeGreaterThan(timers.white.value - 1);
  expect(timers.white.value).toBeLessThan(300);
});
