import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apply,
  at,
  call,
  callMethod,
  create,
  FOOLS_MATE,
  findMoves,
  joinGame,
  promoteTo,
  type Socket,
  stateOf,
  TO_THE_LAST_RANK,
} from '../testing/chess-game-service.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

// Tests the state machine over both WebSockets; packages/game tests the same table without a transport.

const YES = 'yes';
let testServer: TestServer;
let people: Awaited<ReturnType<typeof meet>>;

beforeAll(async () => {
  testServer = await startTestServer({}, afterAll);
  people = await meet(testServer);
});

async function meet(testServer: TestServer) {
  const [host, white, black] = [await testServer.guest(), await testServer.guest(), await testServer.guest()];
  return { host, white, black };
}

type Station = { readonly made: object; readonly moves?: readonly string[]; readonly isStopped?: true };
const WAITING = { made: { side: 'none' } };
const READY = { made: { ...WAITING.made, autoStart: false, isFull: true } };
const RUNNING = { made: { ...WAITING.made, isFull: true } };
const STATIONS = {
  'not configured': { made: { configureLater: true } },
  waiting: WAITING,
  ready: READY,
  running: RUNNING,
  'awaiting promotion': { ...RUNNING, moves: TO_THE_LAST_RANK },
  stopped: { ...WAITING, isStopped: true },
  mated: { ...RUNNING, moves: FOOLS_MATE },
} as const satisfies { readonly [name: string]: Station };
type StationName = keyof typeof STATIONS;

/** Creates a game in this state. Its host does not play; White and Black do once it is full. */
async function gameAt(station: Station): Promise<string> {
  const { host, white, black } = people;
  const { isFull, ...options } = station.made as { readonly isFull?: true };
  const { body } = await host.post('/api/games', options);
  const path = `/api/games/${body.game}`;
  if (isFull) {
    await white.post(`${path}/join`, { color: 'white' });
    await black.post(`${path}/join`, { color: 'black' });
  }
  for (const [index, move] of (station.moves ?? []).entries()) {
    expect(await (index % 2 === 0 ? white : black).post(`${path}/move`, { move })).toMatchObject({ status: 200 });
  }
  if (station.isStopped) expect(await host.post(`${path}/stop`)).toMatchObject({ status: 200 });
  return body.game;
}

describe('over /api/socket', () => {
  const by = (who: keyof typeof people, type: string, fields: object = {}) => ({ who, command: { type, ...fields } });
  const OPERATIONS = {
    configure: by('host', 'ConfigureGame', { options: {} }),
    join: by('white', 'JoinGame', { color: 'white' }),
    start: by('host', 'StartGame'),
    stop: by('host', 'StopGame'),
    applyMove: by('white', 'PlayMove', { move: 'a2a3' }),
    promote: by('white', 'Promote', { role: 'queen' }),
  };
  const [CONFIGURED, NO_SEATS, NOT_READY] = [
    'game/already-configured',
    'game/not-waiting-for-players',
    'game/not-ready',
  ];
  const [NOT_STARTED, ENDED, TERMINATED] = ['game/not-started', 'game/ended', 'game/terminated'];
  // Hosts cannot stop a running game; only the server can.
  const NOT_YOURS = 'game/not-host';
  const AWAITS = 'game/waiting-for-promotion';
  const AWAITS_NOT = 'game/not-waiting-for-promotion';
  // configure, join, start, stop, applyMove, promote; and findMoves, over REST.
  const TABLE: { readonly [station in StationName]: readonly string[] } = {
    'not configured': [YES, NO_SEATS, NOT_READY, YES, NOT_STARTED, NOT_STARTED, NOT_STARTED],
    waiting: [CONFIGURED, YES, NOT_READY, YES, NOT_STARTED, NOT_STARTED, NOT_STARTED],
    ready: [CONFIGURED, NO_SEATS, YES, YES, NOT_STARTED, NOT_STARTED, NOT_STARTED],
    running: [CONFIGURED, NO_SEATS, NOT_READY, NOT_YOURS, YES, AWAITS_NOT, YES],
    'awaiting promotion': [CONFIGURED, NO_SEATS, NOT_READY, NOT_YOURS, AWAITS, YES, AWAITS],
    stopped: [CONFIGURED, NO_SEATS, NOT_READY, TERMINATED, ENDED, ENDED, ENDED],
    mated: [CONFIGURED, NO_SEATS, NOT_READY, TERMINATED, ENDED, ENDED, ENDED],
  };

  test.each(Object.entries(TABLE))('a game in the state %s answers as in the table', async (station, answers) => {
    const results: string[] = [];
    for (const { who, command } of Object.values(OPERATIONS)) {
      const game = await gameAt(STATIONS[station as StationName]);
      const socket = await people[who].socket();
      const before = (await socket.request({ type: 'view', game })).result;
      const reply = await socket.request({ type: 'command', game, command });
      const after = (await socket.request({ type: 'view', game })).result;
      // A refused command changes nothing; an accepted one adds facts.
      if (reply.type === 'error') expect(after).toEqual(before);
      else expect(after.version).toBeGreaterThan(before.version);
      results.push(reply.type === 'result' ? YES : reply.code);
      socket.connection.close();
    }
    const game = await gameAt(STATIONS[station as StationName]);
    const moves = await testServer.call('GET', `/api/games/${game}/moves?from=a2`);
    expect([...results, moves.status === 200 ? YES : moves.body.code]).toEqual(answers);
  });

  // After the end too, unlike in the Chess Game Service API: for chat and rematches.
  test.each(Object.keys(STATIONS))(
    'a game in the state %s can be subscribed to and unsubscribed from',
    async (station) => {
      const game = await gameAt(STATIONS[station as StationName]);
      const socket = await people.white.socket();
      expect(await socket.request({ type: 'subscribe', key: 's', game })).toMatchObject({ type: 'result' });
      await socket.waitFor({ type: 'news', news: [{ node: 'SubscriptionUpdateEvent', payload: { length: 1 } }] });
      expect(await socket.request({ type: 'unsubscribe', subscription: 's' })).toMatchObject({ type: 'result' });
      socket.connection.close();
    },
  );

  test('an unknown game answers everything with game/not-found', async () => {
    const socket = await people.white.socket();
    const game = '111111111111';
    for (const { command } of Object.values(OPERATIONS)) {
      expect(await socket.request({ type: 'command', game, command })).toMatchObject({
        type: 'error',
        code: 'game/not-found',
      });
    }
    expect(await socket.request({ type: 'subscribe', game })).toMatchObject({ type: 'error', code: 'game/not-found' });
  });
});

describe('over the Chess Game Service WebSocket', () => {
  const OPERATIONS = [call('GetState'), joinGame('WHITE', 'Eve'), findMoves('a2'), apply('a2a3'), promoteTo('Queen')];
  const [NO_SEATS, NOT_RUNNING] = ['GameNotWaitingForPlayersException', 'GameNotRunningException'];
  const [AWAITS, AWAITS_NOT] = ['GameWaitingForPromotionException', 'GameNotWaitingForPromotionException'];
  const TABLE: readonly (readonly [station: string, reach: () => Promise<Socket>, answers: readonly string[]])[] = [
    ['waiting', waiting, [YES, YES, NOT_RUNNING, NOT_RUNNING, NOT_RUNNING]],
    ['ready', ready, [YES, NO_SEATS, NOT_RUNNING, NOT_RUNNING, NOT_RUNNING]],
    ['running', () => playedTo([]), [YES, NO_SEATS, YES, YES, AWAITS_NOT]],
    ['awaiting promotion', () => playedTo(TO_THE_LAST_RANK), [YES, NO_SEATS, AWAITS, AWAITS, YES]],
    ['mated', () => playedTo(FOOLS_MATE), [YES, NO_SEATS, NOT_RUNNING, NOT_RUNNING, NOT_RUNNING]],
  ];

  async function waiting(): Promise<Socket> {
    return testServer.socket(await create(testServer));
  }
  async function ready(): Promise<Socket> {
    return testServer.socket(`/game/connect/${await gameAt(READY)}/websocket`);
  }
  /** One connection that holds both seats. */
  async function playedTo(moves: readonly string[]): Promise<Socket> {
    const socket = await waiting();
    for (const team of ['WHITE', 'BLACK']) await callMethod(socket, joinGame(team));
    for (const move of moves) await callMethod(socket, apply(move));
    return socket;
  }

  test.each(TABLE)('a game in the state %s answers as in the table', async (_station, reach, answers) => {
    const results: string[] = [];
    for (const operation of OPERATIONS) {
      const socket = await reach();
      const before = await stateOf(socket);
      const reply = await callMethod(socket, operation);
      const after = await stateOf(socket);
      // An error changes only the last error in the state.
      if (reply.method === undefined) expect(after).toEqual({ ...before, error: reply });
      results.push(reply.method === undefined ? reply.type : YES);
      socket.connection.close();
    }
    expect(results).toEqual(answers);
  });

  test('finds the moves of a pawn, and none of the side that is not to move', async () => {
    const socket = await playedTo([]);
    const { output } = await callMethod(socket, findMoves('a2'));
    expect(output.moves.map(({ to }: { to: object }) => to)).toEqual(expect.arrayContaining([at('a3'), at('a4')]));
    expect(output.moves).toHaveLength(2);
    expect((await callMethod(socket, findMoves('a7'))).output).toEqual({ moves: [] });
    expect((await callMethod(socket, findMoves('e5'))).output).toEqual({ moves: [] });
  });

  test('an ended game has no subscriptions, and does not exist for later clients', async () => {
    const path = await create(testServer, { gameId: 'once' });
    const socket = await testServer.socket(path);
    for (const team of ['WHITE', 'BLACK']) await callMethod(socket, joinGame(team));
    for (const move of FOOLS_MATE) await callMethod(socket, apply(move));
    expect(await stateOf(socket)).toMatchObject({ situation: 'Terminated', subscriptions: [] });
    const late = await testServer.socket(path);
    expect((await late.waitFor({ event: {} })).event.payload).toMatchObject({ type: 'GameTerminatedException' });
    expect(await create(testServer, { gameId: 'once' })).toBe(path);
    const ours = await testServer.socket(`/game/connect/${await gameAt(STATIONS.mated)}/websocket`);
    expect((await ours.waitFor({ event: {} })).event.payload).toMatchObject({ type: 'GameTerminatedException' });
  });
});
