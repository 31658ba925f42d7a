import { createVirtualClock, eventually } from '@chessmith/service/testing';
import { describe, expect, test } from 'vitest';
import type { WebSocketServer } from 'ws';
import {
  apply,
  at,
  call,
  callMethod,
  create,
  eventsOf,
  findMoves,
  joinGame,
  running,
  stateOf,
} from '../testing/chess-game-service.js';
import { startTestServer } from '../testing/test-server.js';

describe('REST of the Chess Game Service API', () => {
  test('creates and finds games', async () => {
    const testServer = await startTestServer();
    expect((await testServer.call('GET', '/')).body).toBe('Welcome to the Chess Game Service!');
    expect(await testServer.call('GET', '/game')).toMatchObject({
      status: 404,
      body: { type: 'NoAvailableGamesException', message: 'No available games to join.' },
    });
    expect(await create(testServer, { gameId: 'secret', isPrivate: true })).toBe('/game/connect/secret/websocket');
    expect(await testServer.call('GET', '/game')).toMatchObject({ status: 404 });
    expect(await testServer.call('GET', '/game/secret')).toMatchObject({ status: 200 });
    expect(await testServer.call('GET', '/game/nothing')).toMatchObject({
      status: 404,
      body: { type: 'GameNotFoundException', message: "Game 'nothing' not found." },
    });
    const again = await testServer.call('POST', '/game', { body: { gameConfiguration: { gameId: 'secret' } } });
    expect(again).toMatchObject({
      status: 403,
      body: { type: 'GameIdAlreadyTakenException', message: "Id 'secret' already taken." },
    });
    const open = await create(testServer);
    expect((await testServer.call('GET', '/game')).body.connection.websocket).toBe(open);
    expect(await testServer.call('GET', open.replace('websocket', 'xhr'))).toMatchObject({ status: 404 });
  });

  test('limits new games per minute like new guests, since clients do not authenticate', async () => {
    const testServer = await startTestServer({ 'guests-per-minute': '2' });
    for (let games = 0; games < 2; games++) await create(testServer);
    const { status, body } = await testServer.call('POST', '/game', { body: { gameConfiguration: {} } });
    expect([status, body.type]).toEqual([429, 'MalformedInputException']);
  });

  test('finds games whose black seat is free, since clients join as Black', async () => {
    const testServer = await startTestServer();
    const host = await testServer.guest();
    for (let games = 0; games < 4; games++) await host.post('/api/games', { side: 'black' });
    expect(await testServer.call('GET', '/game')).toMatchObject({ status: 200 });
    const free = await create(testServer);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await testServer.call('GET', '/game')).body.connection.websocket).toBe(free);
    }
  });

  test('does not find a person’s own game, known by token or cookie', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest('Anna');
    const cookie = { cookie: `chessmith=${anna.token}` };
    await anna.post('/api/games', {});
    expect(await anna.get('/game')).toMatchObject({ status: 404, body: { type: 'NoAvailableGamesException' } });
    expect(await testServer.call('GET', '/game', { headers: cookie })).toMatchObject({ status: 404 });
    const unknown = { authorization: 'Bearer unknown' };
    for (const headers of [{}, unknown]) {
      expect(await testServer.call('GET', '/game', { headers })).toMatchObject({ status: 200 });
    }
    const path = await create(testServer);
    const socket = await testServer.socket(path, { authorization: `Bearer ${anna.token}` });
    expect(await callMethod(socket, joinGame('WHITE', 'Anna'))).toEqual({ method: 'JoinGame' });
    expect(await anna.get('/game')).toMatchObject({ status: 404 });
    expect((await testServer.call('GET', '/game')).body.connection.websocket).toBe(path);
  });

  test('prefers a game’s id to an equal alias of another game', async () => {
    const testServer = await startTestServer();
    const [host, impostor] = [await testServer.guest(), await testServer.guest()];
    const { game } = (await host.post('/api/games', { side: 'white' })).body;
    expect((await impostor.post('/api/games', { side: 'white', alias: game })).status).toBe(201);
    await callMethod(await testServer.socket(`/game/connect/${game}/websocket`), joinGame('BLACK', 'Mary'));
    expect((await host.get(`/api/games/${game}`)).body.situation).toBe('running');
  });

  test('finds only unfinished games of standard chess', async () => {
    const testServer = await startTestServer();
    const host = await testServer.guest();
    const make = async (options: { ruleset?: string }) => (await host.post('/api/games', options)).body.game;
    const ours = await make({});
    expect(await stateOf(await testServer.socket(`/game/connect/${ours}/websocket`))).toBeDefined();
    const atomic = await make({ ruleset: 'atomic' });
    await host.post(`/api/games/${ours}/stop`);
    for (const id of [atomic, ours]) {
      expect(await (await testServer.socket(`/game/connect/${id}/websocket`)).closed()).toBe(1008);
    }
  });

  test('hides private games of /api, by alias and by id', async () => {
    const testServer = await startTestServer();
    const host = await testServer.guest();
    const { game } = (await host.post('/api/games', { isPrivate: true, alias: 'friday', side: 'white' })).body;
    for (const id of ['friday', game]) {
      expect(await testServer.call('GET', `/game/${id}`)).toMatchObject({
        status: 404,
        body: { type: 'GameNotFoundException' },
      });
      expect(await (await testServer.socket(`/game/connect/${id}/websocket`)).closed()).toBe(1008);
    }
    expect((await host.get(`/api/games/${game}`)).body.seats.black).toBeNull();
  });

  test('limits guesses of private game ids over REST and WebSocket together', async () => {
    const testServer = await startTestServer({ 'guests-per-minute': '3' });
    const open = await create(testServer);
    await create(testServer, { gameId: 'friday', isPrivate: true });
    for (const guess of ['monday', 'tuesday']) {
      expect((await testServer.call('GET', `/game/${guess}`)).status).toBe(404);
    }
    expect(await (await testServer.socket('/game/connect/wednesday/websocket')).closed()).toBe(1008);
    const { status, headers } = await testServer.call('GET', '/game/friday');
    expect([status, headers.has('retry-after')]).toEqual([429, true]);
    expect(await (await testServer.socket('/game/connect/friday/websocket')).closed()).toBe(1013);
    expect((await stateOf(await testServer.socket(open))).situation).toBe('WaitingForPlayers');
  });

  test.each([
    [undefined, "Request missing body parameter 'gameConfiguration'."],
    [{}, "Request missing body parameter 'gameConfiguration'."],
    [{ gameConfiguration: { gameMode: 'PVX' } }, undefined],
    [{ gameConfiguration: { timeConstraint: { type: 'MoveLimit', time: { value: 30, unit: 'SECONDS' } } } }, undefined],
    [
      { gameConfiguration: { timeConstraint: { type: 'MoveLimit', time: { value: 1.5, unit: 'MINUTES' } } } },
      undefined,
    ],
  ])('refuses %j', async (body, message) => {
    const testServer = await startTestServer();
    const answer = await testServer.call('POST', '/game', body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status: 400, body: { type: 'MalformedInputException' } });
    if (message !== undefined) expect(answer.body.message).toBe(message);
  });

  test.each([5, { $numberLong: '5' }])('accepts the duration %j', async (value) => {
    const testServer = await startTestServer();
    const path = await create(testServer, {
      timeConstraint: { type: 'PlayerLimit', time: { value, unit: 'minutes' } },
    });
    const { output } = await callMethod(await testServer.socket(path), call('GetState'));
    expect(output.serverState.gameState.configuration.timeConstraint).toEqual({
      type: 'PlayerLimit',
      time: { value: 5, unit: 'MINUTES' },
    });
  });
});

describe('a game that waits for players', () => {
  async function open() {
    const clock = createVirtualClock();
    const testServer = await startTestServer({}, undefined, { clock });
    const path = await create(testServer, { gameId: 'left' });
    const { game } = (await testServer.call('GET', '/api/games/by-alias/left')).body;
    const isListed = async () => (await testServer.call('GET', '/api/games?open=true')).body.games.length === 1;
    const situation = async () => (await testServer.call('GET', `/api/games/${game}`)).body.situation;
    const { websocketServer } = testServer.app as unknown as { readonly websocketServer: WebSocketServer };
    const connections = () => websocketServer.clients.size;
    return { clock, testServer, path, isListed, situation, connections };
  }

  test('ends some seconds after its last connection closes', async () => {
    const { clock, testServer, path, isListed, situation, connections } = await open();
    const [socket, watcher] = [await testServer.socket(path), await testServer.socket(path)];
    await callMethod(socket, joinGame('WHITE', 'Paul'));
    socket.connection.close();
    await eventually(() => connections() === 1);
    await clock.advance(120_000);
    expect(await situation()).toBe('waiting-for-players');
    watcher.connection.close();
    await eventually(() => connections() === 0);
    await clock.advance(5000);
    // A new connection in time restarts the period.
    const late = await testServer.socket(path);
    expect((await stateOf(late)).situation).toBe('WaitingForPlayers');
    await clock.advance(20_000);
    late.connection.close();
    await eventually(() => connections() === 0);
    await clock.advance(9000);
    expect(await situation()).toBe('waiting-for-players');
    await clock.advance(2000);
    await eventually(async () => (await situation()) === 'terminated');
    expect(await isListed()).toBe(false);
    expect((await testServer.call('GET', '/game')).status).toBe(404);
    expect(await create(testServer, { gameId: 'left' })).toBe(path);
  });

  test('ends at the waiting limit if no client ever connects', async () => {
    const { clock, testServer, isListed, situation } = await open();
    expect([await isListed(), (await testServer.call('GET', '/game')).status]).toEqual([true, 200]);
    await clock.advance(61_000);
    expect([await isListed(), (await testServer.call('GET', '/game')).status]).toEqual([false, 404]);
    await clock.advance(11 * 60_000);
    await eventually(async () => (await situation()) === 'terminated');
  });

  test('continues once it is running, even without connections', async () => {
    const { clock, testServer, path, situation, connections } = await open();
    const socket = await testServer.socket(path);
    await callMethod(socket, joinGame('WHITE', 'Paul'));
    await callMethod(socket, joinGame('BLACK', 'Mary'));
    socket.connection.close();
    await eventually(() => connections() === 0);
    await clock.advance(120_000);
    expect(await situation()).toBe('running');
  });

  test('continues while a client of /api is present', async () => {
    const { clock, testServer, path, situation, connections } = await open();
    const kurt = await testServer.guest('Kurt');
    const { game } = (await testServer.call('GET', '/api/games/by-alias/left')).body;
    await kurt.post(`/api/games/${game}/join`, { color: 'white' });
    const ours = await kurt.socket();
    await ours.request({ type: 'subscribe', game });
    (await testServer.socket(path)).connection.close();
    await eventually(() => connections() === 1);
    await clock.advance(30_000);
    expect(await situation()).toBe('waiting-for-players');
  });
});

describe('the WebSocket of the Chess Game Service API', () => {
  test('serves other clients between two answers to a client that sends many calls at once', async () => {
    const testServer = await startTestServer();
    const socket = await testServer.socket(await create(testServer));
    const CALLS = 100;
    let turns = 0;
    let again = setImmediate(function turn() {
      turns += 1;
      again = setImmediate(turn);
    });
    const isState = ({ methodCall }: (typeof socket.received)[number]) => methodCall?.method === 'GetState';
    for (let calls = 0; calls < CALLS; calls++) socket.send(call('GetState'));
    await socket.next(0, () => socket.received.filter(isState).length === CALLS);
    clearImmediate(again);
    expect(turns).toBeGreaterThanOrEqual(CALLS);
  });

  test('sends the state, the moves and the events of a game up to checkmate', async () => {
    const testServer = await startTestServer();
    const { white, black } = await running(testServer);
    const { output } = await callMethod(white, call('GetState'));
    expect(output.serverState).toMatchObject({
      situation: 'Running',
      error: null,
      gameState: {
        currentTurn: 'WHITE',
        situation: { type: 'None' },
        gameOver: null,
        timers: { white: null, black: null },
        configuration: { whitePlayer: { name: 'Paul', team: 'WHITE' }, blackPlayer: { name: 'Mary', team: 'BLACK' } },
      },
    });
    expect(output.serverState.subscriptions).toHaveLength(3);
    expect(output.serverState.gameState.chessboard.pieces).toHaveLength(32);
    const found = await callMethod(white, call('FindMoves', { position: at('a2') }));
    expect(found.output.moves).toEqual(
      expect.arrayContaining([
        { from: at('a2'), to: at('a3') },
        { from: at('a2'), to: at('a4'), doubleMove: { passingBy: at('a3') } },
      ]),
    );
    for (const [socket, move] of [
      [white, 'f2f3'],
      [black, 'e7e6'],
      [white, 'g2g4'],
      [black, 'd8h4'],
    ] as const) {
      expect(await callMethod(socket, apply(move))).toEqual({ method: 'ApplyMove' });
    }
    await white.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'Terminated' } });
    const events = white.received.filter(({ event }) => event).map(({ event }) => event);
    expect(events.slice(-6)).toMatchObject([
      { type: 'ChessboardUpdateEvent' },
      { type: 'MoveHistoryUpdateEvent' },
      { type: 'TurnUpdateEvent', payload: 'WHITE' },
      { type: 'GameSituationUpdateEvent', payload: { type: 'Checkmate' } },
      { type: 'GameOverUpdateEvent', payload: { cause: 'Checkmate', winner: { name: 'Mary', team: 'BLACK' } } },
      { type: 'ServerSituationUpdateEvent', payload: 'Terminated' },
    ]);
    expect(events.at(-5).payload.entries.at(-1)).toEqual({
      piece: { type: 'Queen', team: 'BLACK' },
      move: { from: at('d8'), to: at('h4') },
    });
  });

  test('shows a pawn on the last rank until it is promoted', async () => {
    const testServer = await startTestServer();
    const { white, black } = await running(testServer);
    for (const [index, move] of 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6 b7b8'.split(' ').entries()) {
      await callMethod(index % 2 === 0 ? white : black, apply(move));
    }
    const waits = (await callMethod(white, call('GetState'))).output.serverState.gameState;
    expect(waits).toMatchObject({
      currentTurn: 'WHITE',
      situation: { type: 'Promotion', promotingPawnPosition: at('b8') },
    });
    expect(waits.chessboard.pieces).toContainEqual({ piece: { type: 'Pawn', team: 'WHITE' }, position: at('b8') });
    expect(await callMethod(white, apply('a1a2'))).toMatchObject({ type: 'GameWaitingForPromotionException' });
    expect(await callMethod(white, call('Promote', { promotionChoice: 'Queen' }))).toEqual({ method: 'Promote' });
    const after = (await callMethod(white, call('GetState'))).output.serverState.gameState;
    expect(after.chessboard.pieces).toContainEqual({ piece: { type: 'Queen', team: 'WHITE' }, position: at('b8') });
    expect(after.moveHistory.entries).toHaveLength(9);
    expect(after.currentTurn).toBe('BLACK');
  });

  test('sends errors only to the caller, with the contract’s names', async () => {
    const testServer = await startTestServer();
    const path = await create(testServer, { gameId: 'g' });
    const socket = await testServer.socket(path);
    await callMethod(socket, joinGame('WHITE', 'Paul'));
    expect(await callMethod(socket, joinGame('WHITE', 'Eve'))).toEqual({
      type: 'PlayerAlreadyExistingException',
      message: "Player 'WHITE' already existing in game with id 'g'.",
    });
    expect(await callMethod(socket, apply('e2e4'))).toEqual({
      type: 'GameNotRunningException',
      message: "Game 'g' rejected the request: not running.",
    });
    expect(await callMethod(socket, call('Promote', { promotionChoice: 'King' }))).toMatchObject({
      type: 'MalformedInputException',
    });
    await callMethod(socket, joinGame('BLACK'));
    expect(await callMethod(socket, apply('e2e5'))).toEqual({
      type: 'MalformedInputException',
      message: expect.stringContaining('pawn'),
    });
    expect(await callMethod(socket, call('Promote', { promotionChoice: 'Queen' }))).toMatchObject({
      type: 'GameNotWaitingForPromotionException',
    });
  });

  test('shows a game without clocks as waiting while a player is away, who can return to the same side', async () => {
    const testServer = await startTestServer();
    const { white, black, path } = await running(testServer, { gameId: 'friday', isPrivate: true });
    expect((await testServer.call('GET', '/game/friday')).status).toBe(403);
    const situations = (socket: typeof black) =>
      eventsOf(socket).flatMap(({ type, payload }) => (type === 'ServerSituationUpdateEvent' ? [payload] : []));
    white.connection.close();
    await black.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'WaitingForPlayers' } });
    expect((await stateOf(black)).situation).toBe('WaitingForPlayers');
    expect((await testServer.call('GET', '/game/friday')).body.connection.websocket).toBe(path);
    const back = await testServer.socket(path);
    expect(await callMethod(back, joinGame('BLACK', 'Eve'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    // The original web client always joins as Black.
    expect(await callMethod(back, joinGame('BLACK', 'Paul'))).toEqual({ method: 'JoinGame' });
    await black.next(black.received.length, () => situations(black).at(-1) === 'Running');
    expect(situations(black)).toEqual(['Ready', 'Running', 'WaitingForPlayers', 'Running']);
    expect((await stateOf(back)).situation).toBe('Running');
    expect((await testServer.call('GET', '/game/friday')).status).toBe(403);
    expect(await callMethod(back, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
    await black.waitFor({ event: { type: 'TurnUpdateEvent', payload: 'BLACK' } });
  });

  test('shows a game with clocks as running while a player is away, who can return', async () => {
    const testServer = await startTestServer();
    const { white, black, path } = await running(testServer, {
      gameId: 'clocked',
      isPrivate: true,
      timeConstraint: { type: 'PlayerLimit' },
    });
    white.connection.close();
    await black.waitFor({ event: { type: 'SubscriptionUpdateEvent', payload: { length: 2 } } });
    await eventually(async () => (await testServer.call('GET', '/game/clocked')).status === 200);
    expect((await stateOf(black)).situation).toBe('Running');
    expect(await callMethod(await testServer.socket(path), joinGame('BLACK', 'Paul'))).toEqual({ method: 'JoinGame' });
  });

  test('lets a player without a name return to a private game', async () => {
    const testServer = await startTestServer();
    const path = await create(testServer, { gameId: 'nameless', isPrivate: true });
    const [white, black] = [await testServer.socket(path), await testServer.socket(path)];
    await callMethod(white, joinGame('WHITE'));
    await callMethod(black, joinGame('BLACK'));
    expect(await callMethod(await testServer.socket(path), joinGame('BLACK'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    white.connection.close();
    await black.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'WaitingForPlayers' } });
    const back = await testServer.socket(path);
    expect(await callMethod(back, joinGame('BLACK'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(back, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
  });

  test('keeps the seat of an absent person of /api', async () => {
    const testServer = await startTestServer();
    const path = await create(testServer, { gameId: 'mixed' });
    const kurt = await testServer.guest('Kurt');
    const { game } = (await kurt.get('/api/games/by-alias/mixed')).body;
    await kurt.post(`/api/games/${game}/join`, { color: 'white' });
    const socket = await testServer.socket(path);
    expect(await callMethod(socket, joinGame('WHITE', 'Kurt'))).toMatchObject({
      type: 'PlayerAlreadyExistingException',
    });
    expect(await callMethod(socket, joinGame('BLACK', 'Kurt'))).toEqual({ method: 'JoinGame' });
    expect((await stateOf(socket)).gameState.configuration.blackPlayer).toEqual({ name: 'Kurt', team: 'BLACK' });
  });

  test('survives a watcher that disconnects, and lets a player return by team and name', async () => {
    const testServer = await startTestServer();
    const { white, black, path } = await running(testServer);
    const watcher = await testServer.socket(path);
    await white.waitFor({ event: { type: 'SubscriptionUpdateEvent', payload: { length: 4 } } });
    expect(await callMethod(watcher, apply('e2e4'))).toMatchObject({ type: 'MalformedInputException' });
    expect(await callMethod(watcher, joinGame('WHITE', 'Paul'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    watcher.connection.close();
    white.connection.close();
    await Promise.all([watcher.closed(), white.closed()]);
    await black.waitFor({ event: { type: 'SubscriptionUpdateEvent', payload: { length: 2 } } });
    const back = await testServer.socket(path);
    expect(await callMethod(back, joinGame('WHITE', 'Eve'))).toMatchObject({
      type: 'GameNotWaitingForPlayersException',
    });
    expect(await callMethod(back, joinGame('WHITE', 'Paul'))).toEqual({ method: 'JoinGame' });
    expect(await callMethod(back, apply('e2e4'))).toEqual({ method: 'ApplyMove' });
    await black.waitFor({ event: { type: 'TurnUpdateEvent', payload: 'BLACK' } });
  });

  test('sends no event for a seat that a person of /api has left', async () => {
    const testServer = await startTestServer();
    const host = await testServer.guest('Host');
    const { body } = await host.post('/api/games', { side: 'none', alias: 'here' });
    const socket = await testServer.socket('/game/connect/here/websocket');
    await stateOf(socket);
    await host.post(`/api/games/${body.game}/join`, { color: 'white' });
    await host.post(`/api/games/${body.game}/leave`);
    await host.post(`/api/games/${body.game}/join`, { color: 'black' });
    await socket.waitFor({ event: { type: 'BlackPlayerUpdateEvent', payload: { name: 'Host' } } });
    const players = eventsOf(socket).filter(({ type }) => type.endsWith('PlayerUpdateEvent'));
    expect(players).toEqual([
      { type: 'WhitePlayerUpdateEvent', payload: { name: 'Host', team: 'WHITE' } },
      { type: 'BlackPlayerUpdateEvent', payload: { name: 'Host', team: 'BLACK' } },
    ]);
  });

  test("sends the mover's time every second", async () => {
    const testServer = await startTestServer();
    const { black } = await running(testServer, {
      timeConstraint: { type: 'MoveLimit', time: { value: 1, unit: 'HOURS' } },
    });
    const tick = await black.waitFor({ event: { type: 'WhiteTimerUpdateEvent', payload: { unit: 'SECONDS' } } });
    expect(tick.event.payload.value).toBeGreaterThan(3590);
  });

  test('allows a query before each move of a long game, but limits floods', async () => {
    const testServer = await startTestServer();
    const { white, path } = await running(testServer);
    const before = white.received.length;
    for (let i = 0; i < 300; i++) white.send(findMoves('e2'));
    await white.next(before + 299, ({ methodCall }) => methodCall?.method === 'FindMoves');
    const flood = await testServer.socket(path);
    for (let i = 0; i < 1000; i++) flood.send(findMoves('e2'));
    expect(await flood.closed()).toBe(1008);
  });

  test('sends an error for an unknown game and closes', async () => {
    const testServer = await startTestServer();
    const socket = await testServer.socket('/game/connect/nothing/websocket');
    expect((await socket.waitFor({ event: { type: 'ServerErrorUpdateEvent' } })).event.payload).toEqual({
      type: 'GameTerminatedException',
      message: "Game 'nothing' not found.",
    });
  });
});
