import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@chessmith/protocol';
import { Value } from 'typebox/value';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer } from '../testing/test-server.js';

type TestServer = Awaited<ReturnType<typeof startTestServer>>;

async function startedGame(testServer: TestServer) {
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { body } = await anna.post('/api/games', { side: 'white' });
  await bert.post(`/api/games/${body.game}/join`);
  return { anna, bert, game: body.game as string };
}

const FLOODS: { readonly [what: string]: (connection: WebSocket) => void } = {
  pongs: (connection) => connection.pong(),
  pings: (connection) => connection.ping(),
  'empty messages': (connection) => connection.send(''),
  fragments: (connection) => connection.send('', { fin: false }),
};

const play = (game: string, move: string) => ({ type: 'command', game, command: { type: 'PlayMove', move } });

/** All received frames match the AsyncAPI document. */
function expectDescribed(frames: readonly { readonly type: api.ServerFrameType }[]): void {
  expect(frames.length).toBeGreaterThan(0);
  for (const frame of frames) {
    expect(api.SERVER_FRAMES).toHaveProperty(frame.type);
    expect([...Value.Errors(api.SERVER_FRAMES[frame.type], frame)]).toEqual([]);
  }
}

describe('a connection', () => {
  test('plays a game against another, and both get news of every move', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const [white, black] = [await anna.socket(), await bert.socket()];
    expect(await white.waitFor({ type: 'welcome' })).toMatchObject({ protocol: 1, person: anna.id });
    await black.request({ type: 'subscribe', key: 'board', game, node: 'BoardChanged' });
    await black.waitFor({ type: 'snapshot', subscription: 'board' });
    expect(await white.request(play(game, 'e2e4'))).toMatchObject({ type: 'result', result: { ply: 1 } });
    expect(await black.waitFor({ type: 'news' })).toMatchObject({
      subscription: 'board',
      game,
      news: [{ node: 'BoardChanged', payload: { turn: 'black', lastMove: { notation: 'e4' } } }],
    });
    expect(await white.request(play(game, 'd2d4'))).toMatchObject({
      type: 'error',
      code: 'game/not-your-turn',
      step: 'your-turn',
    });
    expect(await black.request(play(game, 'e7e5'))).toMatchObject({ type: 'result' });
    expect(await white.request({ type: 'query', query: { name: 'TurnNumber', game } })).toMatchObject({ result: 2 });
    const results = await white.request({ type: 'query', query: { name: 'ValidMovesAtTurn', game, results: true } });
    expect(results.result.results).toContainEqual({ move: 'Nf3', position: expect.stringContaining('5N2') });
    expect(await white.request({ type: 'say', game, text: 'Hello' })).toMatchObject({ result: { text: 'Hello' } });
    expectDescribed([...white.received, ...black.received]);
  });

  test('that sends a chat line twice with one key stores it once, also if REST sent it before', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const path = `/api/games/${game}/chat`;
    const say = (text: string) => anna.post(path, { text }, { 'idempotency-key': 'one' });
    const first = await say('Hello');
    expect(first).toMatchObject({ status: 201, body: { number: 1, text: 'Hello' } });
    expect(await say('Hello')).toMatchObject({ status: 201, body: first.body });
    const sayOverSocket = async (text: string) =>
      (await anna.socket()).request({ type: 'say', key: 'one', game, text });
    expect(await sayOverSocket('Hello')).toMatchObject({ type: 'result', result: first.body });
    expect(await say('Hello?')).toMatchObject({ status: 409, body: { code: 'command/key-reused' } });
    expect(await sayOverSocket('Hello?')).toMatchObject({ type: 'error', code: 'command/key-reused' });
    expect((await anna.get(path)).body.lines).toEqual([first.body]);
  });

  test('that is slow has its lag compensated on the clock, within the quota', async () => {
    const testServer = await startTestServer({ 'first-move-seconds': '0' });
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const clock = { kind: 'per-player', playerMs: 60_000, incrementMs: 0 };
    const { body } = await anna.post('/api/games', { side: 'white', clock });
    const headers = { authorization: `Bearer ${anna.token}` };
    const far = new WebSocket(`${testServer.address.replace('http', 'ws')}/api/socket`, { headers, autoPong: false });
    onTestFinished(() => far.terminate());
    await new Promise((resolve) => far.once('ping', resolve));
    await pause(300);
    far.pong();
    await bert.post(`/api/games/${body.game}/join`);
    await pause(400);
    far.send(JSON.stringify({ ...play(body.game, 'e2e4'), key: 'm1' }));
    await new Promise<void>((resolve) => far.on('message', (text) => String(text).includes('"result"') && resolve()));
    const { body: moves } = await anna.get(`/api/games/${body.game}/facts?type=MovePlayed`);
    const { tookMs, clocks } = moves.facts[0].fact;
    const forgivenMs = clocks.remainingMs.white - (60_000 - tookMs);
    expect(forgivenMs).toBeGreaterThanOrEqual(290);
    expect(clocks.lagQuotaMs.white).toBe(500 - forgivenMs + 100);
  });

  test('that authenticates later is subscribed as that person, who is then present', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const socket = await testServer.socket('/api/socket');
    await socket.request({ type: 'subscribe', key: 'all', game, personalView: true });
    expect(await socket.waitFor({ type: 'snapshot' })).toMatchObject({ view: { yours: [] } });
    await socket.request({ type: 'authenticate', token: anna.token });
    expect((await anna.get(`/api/games/${game}/presence`)).body).toMatchObject({ white: true, watchers: 0 });
    const snapshots = socket.received.filter(({ type }) => type === 'snapshot');
    expect(snapshots.at(-1)).toMatchObject({ subscription: 'all', view: { yours: ['white'] } });
    await socket.request(play(game, 'e2e4'));
    const moves = socket.received.filter(({ personalView }) => personalView !== undefined);
    expect(moves).toMatchObject([{ type: 'news', subscription: 'all', personalView: { yours: ['white'] } }]);
    await socket.request({ type: 'authenticate', token: anna.token });
    expect(socket.received.filter(({ type }) => type === 'snapshot')).toHaveLength(snapshots.length);
    expectDescribed(socket.received);
  });

  test('that reconnects gets exactly the missed news', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const before = await anna.socket();
    await before.request({ type: 'subscribe', key: 's', game, node: 'ServerStateUpdateEvent' });
    const { version } = await before.waitFor({ type: 'snapshot' });
    await anna.post(`/api/games/${game}/move`, { move: 'e2e4' });
    await bert.post(`/api/games/${game}/move`, { move: 'e7e5' });
    await before.waitFor({ type: 'news', news: [{ version: version + 2 }] });
    const after = await anna.socket();
    await after.request({ type: 'subscribe', key: 't', game, node: 'ServerStateUpdateEvent', after: version });
    const missed = await after.waitFor({ type: 'missed' });
    const replayed = (frames: { type: string; news: { node: string }[] }[]) =>
      frames.filter(({ type }) => type === 'news').flatMap(({ news }) => news);
    expect(missed.news).toEqual(
      replayed(before.received).filter(
        ({ node }) => !['SubscriptionUpdateEvent', 'ServerErrorUpdateEvent'].includes(node),
      ),
    );
  });

  test('gets news of the subscribed nodes, with its personal view on request', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const socket = await bert.socket();
    const node = ['TurnUpdateEvent', 'OfferUpdateEvent'];
    await socket.request({ type: 'subscribe', key: 's', game, node, personalView: true });
    await anna.post(`/api/games/${game}/move`, { move: 'e2e4' });
    const { news, personalView } = await socket.waitFor({ type: 'news' });
    expect(news).toMatchObject([{ node: 'TurnUpdateEvent', payload: 'black' }]);
    expect(personalView).toMatchObject({ yours: ['black'], board: { turn: 'black' } });
    expect(personalView.board.choices).toContainEqual({ kind: 'move', from: 'e7', to: ['e5', 'e6'] });
    expectDescribed(socket.received);
    for (const wrong of [[], ['NoNode']]) {
      expect(await socket.request({ type: 'subscribe', game, node: wrong })).toMatchObject({
        code: 'request/malformed',
      });
    }
  });

  test('gets clock ticks on request, with the last sent version', async () => {
    const testServer = await startTestServer({ 'first-move-seconds': '0' });
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const clock = { kind: 'per-player', playerMs: 60_000, incrementMs: 0 };
    const { game } = (await anna.post('/api/games', { side: 'white', clock })).body;
    await bert.post(`/api/games/${game}/join`);
    const socket = await anna.socket();
    await socket.request({ type: 'subscribe', key: 'ticking', game, node: 'TimerUpdateEvent', ticks: true });
    await socket.request({ type: 'subscribe', key: 'quiet', game, node: 'TimerUpdateEvent' });
    await socket.request({ type: 'subscribe', key: 'elsewhere', game, node: 'TurnUpdateEvent', ticks: true });
    const first = await socket.waitFor({ type: 'news', news: [{ node: 'WhiteTimerUpdateEvent', version: 4 }] });
    expect(first).toMatchObject({ subscription: 'ticking', news: [{ payload: { remainingMs: expect.any(Number) } }] });
    expect(first.news[0].payload.remainingMs).toBeLessThan(60_000);
    await socket.request(play(game, 'e2e4'));
    const second = await socket.waitFor({ type: 'news', news: [{ node: 'BlackTimerUpdateEvent', version: 5 }] });
    expect(second.subscription).toBe('ticking');
    const framesOf = (subscription: string) =>
      socket.received.filter((frame) => frame.type === 'news' && frame.subscription === subscription);
    // The news of the move itself: White's clock has stopped, and it is Black's turn.
    expect(framesOf('quiet')).toMatchObject([{ news: [{ node: 'WhiteTimerUpdateEvent' }] }]);
    expect(framesOf('elsewhere')).toMatchObject([{ news: [{ node: 'TurnUpdateEvent' }] }]);
    await socket.request({ type: 'unsubscribe', subscription: 'ticking' });
  });

  test('gets the id of its subscription and the list of all', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const [one, two] = [await anna.socket(), await bert.socket()];
    const first = (await one.request({ type: 'subscribe', key: 's', game, node: 'SubscriptionUpdateEvent' })).result;
    expect(await one.waitFor({ type: 'news' })).toMatchObject({ news: [{ payload: [first.id] }] });
    const second = (await two.request({ type: 'subscribe', key: 's', game, node: 'TurnUpdateEvent' })).result;
    const both = [first.id, second.id];
    await one.waitFor({ type: 'news', news: [{ node: 'SubscriptionUpdateEvent', payload: both }] });
    const before = one.received.length;
    await two.request({ type: 'unsubscribe', subscription: 's' });
    await one.next(before, ({ news }) => JSON.stringify(news?.[0].payload) === JSON.stringify([first.id]));
  });

  test('gets the presence as soon as it subscribes', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const socket = await anna.socket();
    await socket.request({ type: 'subscribe', key: 's', game, node: 'WatchersUpdateEvent' });
    expect(await socket.waitFor({ type: 'news' })).toMatchObject({
      news: [{ payload: { white: true, black: false } }],
    });
  });

  test('gets the refusals of its own person on other connections, and none of others', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const [mine, theirs, anonymous] = [
      await anna.socket(),
      await bert.socket(),
      await testServer.socket('/api/socket'),
    ];
    for (const socket of [mine, theirs, anonymous]) {
      await socket.request({ type: 'subscribe', key: 's', game, node: 'ServerErrorUpdateEvent' });
    }
    await anna.post(`/api/games/${game}/move`, { move: 'e2e5' });
    await anna.post(`/api/games/${game}/promote`, { role: 'queen' });
    await anna.post(`/api/games/${game}/move`, { move: 'e2e4' });
    const errors = ({ received }: typeof mine) =>
      received.flatMap(({ type, news }) =>
        type === 'news' ? [[news[0].payload.code, news[0].payload.step, news[0].payload.facts]] : [],
      );
    for (const socket of [mine, theirs, anonymous]) await socket.request({ type: 'view', game });
    expect(errors(mine)).toEqual([
      ['move/not-reachable', 'move-is-legal', expect.objectContaining({ role: 'pawn', from: 'e2', to: 'e5' })],
      ['game/not-waiting-for-promotion', 'promotion-pending', undefined],
    ]);
    expect([errors(theirs), errors(anonymous)]).toEqual([[], []]);
  });

  test('gets no news after it has unsubscribed', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const socket = await anna.socket();
    await socket.request({ type: 'subscribe', key: 's', game });
    await socket.request({ type: 'unsubscribe', subscription: 's' });
    await socket.request(play(game, 'e2e4'));
    await socket.request({ type: 'view', game });
    expect(
      socket.received.filter(({ type, news }) => type === 'news' && JSON.stringify(news).includes('TurnUpdateEvent')),
    ).toEqual([]);
    expect(await socket.request({ type: 'unsubscribe', subscription: 's' })).toMatchObject({ type: 'error' });
  });

  test('with `wait: false` is refused at once while its game is busy', async () => {
    const testServer = await startTestServer();
    const { anna, bert, game } = await startedGame(testServer);
    const [white, black] = [await anna.socket(), await bert.socket()];
    await black.request({ type: 'view', game });
    white.send({ ...play(game, 'e2e4'), key: 'first' });
    white.send({ type: 'command', key: 'second', game, command: { type: 'Offer', what: 'draw' }, wait: false });
    white.send({ type: 'command', key: 'third', game, command: { type: 'Offer', what: 'draw' } });
    expect(await white.waitFor({ key: 'second' })).toMatchObject({ type: 'error', code: 'game/busy' });
    expect(await white.waitFor({ key: 'first' })).toMatchObject({ type: 'result' });
    expect(await white.waitFor({ key: 'third' })).toMatchObject({ type: 'result' });
    expect(await black.request({ ...play(game, 'e7e5'), wait: false })).toMatchObject({ type: 'result' });
  });

  test('may authenticate in its first message', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const socket = await testServer.socket('/api/socket');
    expect(await socket.waitFor({ type: 'welcome' })).toMatchObject({ person: null });
    expect(await socket.request(play(game, 'e2e4'))).toMatchObject({ type: 'error', code: 'auth/required' });
    expect(await socket.request({ type: 'authenticate', token: 'nonsense' })).toMatchObject({ type: 'error' });
    expect(await socket.request({ type: 'authenticate', token: anna.token })).toMatchObject({
      result: { id: anna.id },
    });
    expect(await socket.request(play(game, 'e2e4'))).toMatchObject({ type: 'result' });
  });

  test('may authenticate, subscribe and move without waiting for answers', async () => {
    const testServer = await startTestServer();
    const { anna, game } = await startedGame(testServer);
    const socket = await testServer.socket('/api/socket');
    socket.send({ type: 'authenticate', key: 'me', token: anna.token });
    socket.send({ type: 'subscribe', key: 'board', game, node: 'BoardChanged' });
    socket.send({ key: 'move', ...play(game, 'e2e4') });
    expect(await socket.waitFor({ key: 'move' })).toMatchObject({ type: 'result' });
    expect(await socket.waitFor({ type: 'news' })).toMatchObject({ news: [{ payload: { turn: 'black' } }] });
  });

  test('gets an answer to a ping, also without authentication', async () => {
    const socket = await (await startTestServer()).socket('/api/socket');
    expect(await socket.request({ type: 'ping' })).toMatchObject({ type: 'result', result: null });
    const answered = new Promise((resolve) => socket.connection.on('pong', (payload) => resolve(String(payload))));
    socket.connection.ping('are you there?');
    expect(await answered).toBe('are you there?');
  });

  test.each([
    ['{', undefined],
    ['[]', undefined],
    ['{"type":"fly","key":"k"}', 'k'],
    ['{"type":"view","key":"k","game":"short"}', 'k'],
    ['{"type":"view","key":"k","game":"111111111111","more":1}', 'k'],
    ['{"type":"view","game":"111111111111"}', undefined],
    ['{"type":"view","key":"k","game":"111111111111","__proto__":{}}', 'k'],
    ['{"type":"ping","key":"k","type":"ping"}', 'k'],
  ])('gets an error for %s', async (text, key) => {
    const testServer = await startTestServer();
    const socket = await testServer.socket('/api/socket');
    socket.send(text);
    const no = await socket.waitFor({ type: 'error' });
    expect(no.key).toBe(key);
    expect(no.code).toMatch(/request\/malformed|game\/not-found/);
    expectDescribed(socket.received);
  });

  test('that floods with any kind of frames is closed', async () => {
    const testServer = await startTestServer();
    const { body } = await testServer.call('POST', '/game', { body: { gameConfiguration: { gameId: 'flooded' } } });
    for (const path of ['/api/socket', body.connection.websocket]) {
      for (const [what, send] of Object.entries(FLOODS)) {
        const { connection, closed } = await testServer.socket(path);
        const code = closed();
        for (let i = 0; i < 1000; i++) send(connection);
        expect([path, what, await code]).toEqual([path, what, 1008]);
      }
    }
  });

  test('that floods or sends binary frames is closed', async () => {
    const testServer = await startTestServer();
    const flood = await testServer.socket('/api/socket');
    for (let i = 0; i < 400; i++) flood.send({ type: 'view', key: String(i), game: '111111111111' });
    expect(await flood.closed()).toBe(1008);
    const bytes = await testServer.socket('/api/socket');
    bytes.connection.send(Buffer.from([1, 2, 3]));
    expect(await bytes.closed()).toBe(1008);
  });

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ cookie: 'chessmith=x' }, 403],
    [{ origin: 'https://evil.example', cookie: 'chessmith=x' }, 403],
  ])('with %j is refused', async (headers, status) => {
    const testServer = await startTestServer();
    await expect(testServer.socket('/api/socket', headers)).rejects.toThrow(`status ${status}`);
  });

  test('of an allowed origin, or of our own page, is accepted', async () => {
    const testServer = await startTestServer({ 'allowed-origins': 'https://play.example' });
    for (const origin of ['https://play.example', testServer.address]) {
      const socket = await testServer.socket('/api/socket', { origin });
      expect(socket.connection.readyState).toBe(WebSocket.OPEN);
    }
  });
});

test('the AsyncAPI document names every frame and the channel', async () => {
  const testServer = await startTestServer();
  const { body } = await testServer.call('GET', '/asyncapi.json');
  expect(body).toMatchObject({ asyncapi: '3.0.0', channels: { socket: { address: '/api/socket' } } });
  const page = await testServer.call('GET', '/api/docs/websocket');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const [, style] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)!;
  expect((await testServer.call('GET', style!)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(Object.keys(body.channels.socket.messages)).toEqual([
    ...Object.keys(api.CLIENT_FRAMES),
    ...Object.keys(api.SERVER_FRAMES),
  ]);
  for (const operation of Object.values<{ channel: { $ref: string }; messages: { $ref: string }[] }>(body.operations)) {
    const channel = body.channels[operation.channel.$ref.split('/').at(-1)!];
    for (const { $ref } of operation.messages) expect(channel.messages).toHaveProperty($ref.split('/').at(-1)!);
  }
});
