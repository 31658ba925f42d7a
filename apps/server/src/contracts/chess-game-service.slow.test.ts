import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apply,
  at,
  call,
  callMethod,
  create,
  eventsOf,
  findMoves,
  joinGame,
  promoteTo,
  running,
  type Socket,
  stateOf,
  TO_THE_LAST_RANK,
} from '../testing/chess-game-service.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({}, afterAll);
});

const configurationOf = async (socket: Socket) => (await stateOf(socket)).gameState.configuration;
const connect = async (configuration: object) => testServer.socket(await create(testServer, configuration));

describe('a configuration', () => {
  const limit = (type: string, time?: unknown) => ({
    timeConstraint: { type, ...(time === undefined ? {} : { time }) },
  });
  const minutes = (value: number) => ({ value, unit: 'MINUTES' });

  test.each([
    [{}, { type: 'NoLimit', time: null }],
    [limit('NoLimit', { value: 5, unit: 'MINUTES' }), { type: 'NoLimit', time: null }],
    [limit('MoveLimit'), { type: 'MoveLimit', time: minutes(5) }],
    [limit('PlayerLimit', null), { type: 'PlayerLimit', time: minutes(30) }],
    [limit('MoveLimit', { value: 119, unit: 'SECONDS' }), { type: 'MoveLimit', time: minutes(1) }],
    [limit('PlayerLimit', { value: { $numberLong: '2' }, unit: 'hours' }), { type: 'PlayerLimit', time: minutes(120) }],
    [limit('PlayerLimit', { value: 600_000_000_000, unit: 'NANOSECONDS' }), { type: 'PlayerLimit', time: minutes(10) }],
  ])('%j becomes %j', async (input, timeConstraint) => {
    const configuration = await configurationOf(await connect(input));
    expect(configuration).toMatchObject({ timeConstraint, gameMode: 'PVP', isPrivate: false });
  });

  test('gives each game its own limit', async () => {
    const five = await connect(limit('MoveLimit', minutes(5)));
    await connect(limit('MoveLimit', minutes(9)));
    expect((await configurationOf(five)).timeConstraint.time).toEqual(minutes(5));
  });

  test('keeps its id, its mode and its privacy', async () => {
    const socket = await connect({ gameId: 'kept', gameMode: 'PVE', isPrivate: true });
    expect(await configurationOf(socket)).toMatchObject({ gameId: 'kept', gameMode: 'PVE', isPrivate: true });
  });

  test.each(['', null])('with the id %j gets a generated one', async (gameId) => {
    expect(await create(testServer, { gameId })).toMatch(/^\/game\/connect\/[0-9a-z]{1,13}\/websocket$/);
  });

  test.each(['two words', 'straße?', '100%'])('may have the id %j', async (gameId) => {
    const path = await create(testServer, { gameId });
    expect(path).toBe(`/game/connect/${encodeURIComponent(gameId)}/websocket`);
    expect(await configurationOf(await testServer.socket(path))).toMatchObject({ gameId });
  });

  test('seats the named players, who join by name', async () => {
    const path = await create(testServer, { whitePlayer: { name: 'Wanda', team: 'WHITE' } });
    const socket = await testServer.socket(path);
    expect(await stateOf(socket)).toMatchObject({
      situation: 'WaitingForPlayers',
      gameState: { configuration: { whitePlayer: { name: 'Wanda', team: 'WHITE' }, blackPlayer: null } },
    });
    expect(await callMethod(socket, joinGame('WHITE', 'Eve'))).toMatchObject({
      type: 'PlayerAlreadyExistingException',
    });
    expect(await callMethod(socket, joinGame('WHITE', 'Wanda'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(socket, joinGame('BLACK', 'Boris'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(socket, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
  });

  test('with both players starts at once, and waits for absent players', async () => {
    const [whitePlayer, blackPlayer] = [{ name: 'Wim', team: 'WHITE' }, { team: 'BLACK' }];
    const socket = await connect({ gameId: 'both', isPrivate: true, whitePlayer, blackPlayer });
    const { situation, gameState } = await stateOf(socket);
    expect(situation).toBe('WaitingForPlayers');
    expect(gameState.configuration.blackPlayer).toEqual({ name: '_', team: 'BLACK' });
    await callMethod(socket, joinGame('WHITE', 'Wim'));
    expect(await callMethod(socket, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
    expect((await stateOf(socket)).situation).toBe('WaitingForPlayers');
    await callMethod(socket, joinGame('BLACK'));
    expect((await stateOf(socket)).situation).toBe('Running');
    expect(await testServer.call('GET', '/game/both')).toMatchObject({
      status: 403,
      body: { type: 'GameAlreadyStartedException', message: "Game with id 'both' has already started." },
    });
  });

  test.each([
    '{"gameConfiguration":',
    '{"gameConfiguration":null}',
    '[]',
    '{"gameConfiguration":{"isPrivate":"yes"}}',
    '{"gameConfiguration":{"gameId":5}}',
    '{"gameConfiguration":{"timeConstraint":{"type":"Sometimes"}}}',
    '{"gameConfiguration":{"timeConstraint":{"type":"MoveLimit","time":{"value":5,"unit":"WEEKS"}}}}',
    '{"gameConfiguration":{"whitePlayer":{"name":"Paul"}}}',
    '{"gameConfiguration":{"isPrivate":true,"isPrivate":false}}',
  ])('%s is refused with an error of the contract', async (body) => {
    expect(await testServer.call('POST', '/game', { body })).toMatchObject({
      status: 400,
      body: { type: 'MalformedInputException', message: expect.any(String) },
    });
  });

  test('is read as JSON whatever its content type', async () => {
    const body = '{"gameConfiguration":{"gameId":"plain"}}';
    const answer = await testServer.call('POST', '/game', { body, headers: { 'content-type': 'text/plain' } });
    expect(answer.body).toEqual({ connection: { websocket: '/game/connect/plain/websocket' } });
  });
});

describe('finding', () => {
  test('gives one of the waiting public games, and no private one', async () => {
    const testServer = await startTestServer();
    const open = new Set<string>();
    for (let i = 0; i < 5; i++) {
      open.add(await create(testServer));
      await create(testServer, { isPrivate: true });
    }
    for (let i = 0; i < 10; i++)
      expect(open).toContain((await testServer.call('GET', '/game')).body.connection.websocket);
  });

  test('by id works only for private games that wait', async () => {
    await create(testServer, { gameId: 'public' });
    expect(await testServer.call('GET', '/game/public')).toMatchObject({ status: 404 });
    const path = await create(testServer, { gameId: 'found', isPrivate: true });
    expect((await testServer.call('GET', '/game/found')).body).toEqual({ connection: { websocket: path } });
  });

  test.each(['xhr', 'xhr_send', 'xhr_streaming', 'eventsource', 'htmlfile', 'jsonp', 'jsonp_send', 'info', ''])(
    'the SockJS transport %j returns 404',
    async (transport) => {
      await create(testServer, { gameId: `sockjs-${transport}` });
      for (const middle of ['', '/000/session']) {
        const path = `/game/connect/sockjs-${transport}${middle}/${transport}`.replace(/\/$/, '');
        expect(await testServer.call('GET', path)).toMatchObject({ status: 404 });
        expect(await testServer.call('POST', path)).toMatchObject({ status: 404 });
      }
    },
  );
});

describe('a connection', () => {
  const waiting = () => connect({});

  test.each([
    ['{', 'MalformedInputException'],
    ['{"methodCall":{"method":"Fly"}}', 'MalformedInputException'],
    ['{"methodCall":{"method":"Fly","method":"GetState"}}', 'MalformedInputException'],
    ['{"methodCall":{"method":"JoinGame"}}', 'MalformedInputException'],
    ['{"methodCall":{"method":"JoinGame","input":{"player":{"team":"GREEN"}}}}', 'MalformedInputException'],
    ['{"methodCall":{"method":"FindMoves","input":{"position":{"file":"I","rank":"1"}}}}', 'MalformedInputException'],
    ['{"methodCall":{"method":"FindMoves","input":{"position":{"file":"A","rank":1}}}}', 'MalformedInputException'],
    [
      '{"methodCall":{"method":"ApplyMove","input":{"move":{"from":{"file":"A","rank":"2"}}}}}',
      'MalformedInputException',
    ],
  ])('that sends %s gets an error', async (text, type) => {
    const socket = await waiting();
    socket.send(text);
    expect((await socket.waitFor({ event: { type: 'ServerErrorUpdateEvent' } })).event.payload).toMatchObject({ type });
    expect((await stateOf(socket)).error).toMatchObject({ type });
  });

  test.each(['{}', '[]', '5', 'null', '"GetState"', '{"method":"GetState"}'])(
    'that sends %s without a call is ignored',
    async (text) => {
      const socket = await waiting();
      socket.send(text);
      await stateOf(socket);
      expect(eventsOf(socket).filter(({ type }) => type === 'ServerErrorUpdateEvent')).toEqual([]);
    },
  );

  test('gets players and the start in the order of the original', async () => {
    const watcher = await testServer.socket(await create(testServer, { gameId: 'order' }));
    const player = await testServer.socket('/game/connect/order/websocket');
    await callMethod(player, joinGame('WHITE', 'Otto'));
    await callMethod(player, joinGame('BLACK', 'Olga'));
    await callMethod(player, apply('e2e4'));
    await watcher.waitFor({ event: { type: 'TurnUpdateEvent' } });
    expect(eventsOf(watcher)).toMatchObject([
      { type: 'SubscriptionUpdateEvent', payload: { length: 2 } },
      { type: 'SubscriptionUpdateEvent', payload: { length: 3 } },
      { type: 'WhitePlayerUpdateEvent', payload: { name: 'Otto', team: 'WHITE' } },
      { type: 'BlackPlayerUpdateEvent', payload: { name: 'Olga', team: 'BLACK' } },
      { type: 'ServerSituationUpdateEvent', payload: 'Ready' },
      { type: 'ServerSituationUpdateEvent', payload: 'Running' },
      { type: 'ChessboardUpdateEvent', payload: { pieces: { length: 32 } } },
      { type: 'MoveHistoryUpdateEvent', payload: { entries: { length: 1 } } },
      { type: 'TurnUpdateEvent', payload: 'BLACK' },
    ]);
  });

  test('gets events of a pawn on the last rank and of its promotion', async () => {
    const { white, black, play } = await running(testServer);
    await play(TO_THE_LAST_RANK.slice(0, -1));
    const before = eventsOf(black).length;
    await callMethod(white, apply('b7b8'));
    await black.waitFor({ event: { payload: { type: 'Promotion', promotingPawnPosition: at('b8') } } });
    expect(
      eventsOf(black)
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['ChessboardUpdateEvent', 'MoveHistoryUpdateEvent', 'GameSituationUpdateEvent']);
    const waiting = eventsOf(black).length;
    expect(await callMethod(black, promoteTo('Queen'))).toMatchObject({ type: 'MalformedInputException' });
    await callMethod(white, promoteTo('Queen'));
    await black.waitFor({ event: { type: 'GameSituationUpdateEvent', payload: { type: 'None' } } });
    expect(
      eventsOf(black)
        .slice(waiting + 1)
        .map(({ type }) => type),
    ).toEqual(['ChessboardUpdateEvent', 'TurnUpdateEvent', 'GameSituationUpdateEvent']);
  });

  test('can play the moves that FindMoves returned, of all five shapes', async () => {
    const { white, black } = await running(testServer);
    const shapes: string[] = [];
    for (const [index, move] of 'e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 g1f3 a6a5 f1e2 a5a4 e1g1'.split(' ').entries()) {
      const socket = index % 2 === 0 ? white : black;
      const { output } = await callMethod(socket, findMoves(move.slice(0, 2)));
      const chosen = output.moves.find(
        ({ to }: { to: object }) => JSON.stringify(to) === JSON.stringify(at(move.slice(2))),
      );
      shapes.push(Object.keys(chosen).slice(2).join());
      expect(await callMethod(socket, call('ApplyMove', { move: chosen }))).toEqual({ method: 'ApplyMove' });
      const { entries } = (await stateOf(socket)).gameState.moveHistory;
      expect(entries.at(-1).move).toEqual(chosen);
    }
    expect(shapes.filter((shape) => shape !== '')).toEqual([
      'doubleMove',
      'doubleMove',
      'capturedPiece,enPassant',
      'capturedPiece',
      'castling',
    ]);
    const { pieces } = (await stateOf(white)).gameState.chessboard;
    expect(pieces).toContainEqual({ piece: { type: 'Rook', team: 'WHITE' }, position: at('f1') });
    expect(pieces).toHaveLength(30);
  });

  test('can move only its own pieces, in its turn, and legally', async () => {
    const { white, black } = await running(testServer);
    for (const [socket, move] of [
      [black, 'e7e5'],
      [black, 'e2e4'],
      [white, 'e7e5'],
      [white, 'e2e5'],
      [white, 'e1g1'],
      [white, 'a3a4'],
    ] as const) {
      expect(await callMethod(socket, apply(move)), move).toMatchObject({ type: 'MalformedInputException' });
    }
    expect((await stateOf(white)).gameState).toMatchObject({ currentTurn: 'WHITE', moveHistory: { entries: [] } });
    expect(eventsOf(white).filter(({ type }) => type === 'ServerErrorUpdateEvent')).toHaveLength(4);
    expect(eventsOf(black).filter(({ type }) => type === 'ServerErrorUpdateEvent')).toHaveLength(2);
  });
});
