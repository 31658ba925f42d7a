import { createVirtualClock } from '@chessmith/service/testing';
import { openMemoryStore } from '@chessmith/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.js';
import { doubtfulStore } from '../testing/doubtful-store.js';
import { startTestServer } from '../testing/test-server.js';

describe('a game over REST', () => {
  test('is created, joined, played and ended by two guests', async () => {
    const testServer = await startTestServer();
    const [anna, bert] = [await testServer.guest('Anna'), await testServer.guest()];
    const made = await anna.post('/api/games', { side: 'white', clock: { kind: 'none' } });
    expect(made).toMatchObject({ status: 201, body: { situation: 'waiting-for-players', seats: { white: anna.id } } });
    const path = `/api/games/${made.body.game}`;
    expect(await bert.post(`${path}/join`)).toMatchObject({ status: 200, body: { situation: 'running' } });
    for (const [player, move] of [
      [anna, 'f2f3'],
      [bert, 'e7e6'],
      [anna, 'g2g4'],
      [bert, 'd8h4'],
    ] as const) {
      expect(await player.post(`${path}/move`, { move })).toMatchObject({ status: 200 });
    }
    const over = await testServer.call('GET', path);
    expect(over.body).toMatchObject({
      situation: 'terminated',
      end: { kind: 'win', winner: 'black', cause: 'checkmate' },
    });
    expect((await testServer.call('GET', `${path}/pgn`)).body).toContain('2. g4 Qh4# 0-1');
    const { body: other } = await anna.post('/api/games', { hotSeat: true });
    await anna.post(`/api/games/${other.game}/move`, { move: 'e2e4' });
    const all = (await testServer.call('GET', '/api/pgn')).body.split(/\n\n(?=\[Event )/);
    expect(all).toHaveLength(2);
    expect(all).toContainEqual(expect.stringContaining('2. g4 Qh4# 0-1'));
    const moves = await testServer.call('GET', `${path}/facts?type=MovePlayed`);
    expect(moves.body.facts).toHaveLength(4);
  });

  test('is created and joined without a body, whatever the content type', async () => {
    const testServer = await startTestServer();
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const empty = ({ token }: { token: string }) => ({
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const made = await testServer.call('POST', '/api/games', empty(anna));
    expect(made.status).toBe(201);
    const path = `/api/games/${made.body.game}`;
    expect((await testServer.call('POST', `${path}/join`, empty(bert))).status).toBe(200);
    expect((await testServer.call('POST', `${path}/move`, empty(anna))).body).toMatchObject({
      facts: { fields: ['move'] },
    });
  });

  test('cannot be stopped by its host while others play; the refusal says what to do', async () => {
    const testServer = await startTestServer();
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const path = `/api/games/${(await anna.post('/api/games')).body.game}`;
    await bert.post(`${path}/join`);
    const refused = { code: 'game/not-host', message: expect.stringContaining('resign') };
    expect(await anna.post(`${path}/stop`)).toMatchObject({ status: 403, body: refused });
  });

  test('counts a player who reads it as present', async () => {
    const clock = createVirtualClock();
    const testServer = await startTestServer({}, undefined, { clock });
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const options = { side: 'white', abandonedAfterMs: 60_000 };
    const claimAfter = async (read: string | null) => {
      const path = `/api/games/${(await anna.post('/api/games', options)).body.game}`;
      await bert.post(`${path}/join`);
      await anna.post(`${path}/move`, { move: 'e4' });
      await bert.post(`${path}/move`, { move: 'e5' });
      await clock.advance(60_000);
      if (read !== null) await bert.get(`${path}${read}`);
      return (await anna.post(`${path}/claim`, { what: 'victory' })).status;
    };
    for (const read of ['', '/facts?after=4', '/queries/TurnNumber', '/chat']) {
      expect(await claimAfter(read), read).toBe(409);
    }
    expect(await claimAfter(null)).toBe(200);
  });

  test('that is unfinished is found among one’s own, however many have ended since', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest();
    const own = async (query: string) => (await anna.get(`/api/people/${anna.id}/games?${query}`)).body.games;
    const { game } = (await anna.post('/api/games')).body;
    for (let number = 0; number < 3; number++) {
      await anna.post(`/api/games/${(await anna.post('/api/games')).body.game}/stop`);
    }
    expect(await own('finished=false&limit=1')).toMatchObject([{ game }]);
    expect(await own('finished=true')).toMatchObject(Array(3).fill({ situation: 'terminated' }));
    expect(await own('finished=true&situation=running')).toEqual([]);
  });

  test('is found by code, by alias and in lists, unless it is private', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest();
    const open = await anna.post('/api/games', { alias: 'café 1' });
    const hidden = await anna.post('/api/games', { alias: 'hidden', isPrivate: true });
    const listed = await testServer.call('GET', '/api/games?open=true');
    expect(listed.body.games.map(({ game }: { game: string }) => game)).toEqual([open.body.game]);
    expect(listed.body.games[0].joinCode).toBeNull();
    expect((await testServer.call('GET', '/api/games?alias=caf%C3%A9')).body.games).toHaveLength(1);
    expect((await testServer.call('GET', '/api/games?alias=cafe')).body.games).toEqual([]);
    expect((await anna.get(`/api/people/${anna.id}/games?situation=running`)).body.games).toEqual([]);
    const found = { status: 200, body: { game: hidden.body.game } };
    expect(await testServer.call('GET', `/api/games/by-code/${hidden.body.joinCode}`)).toMatchObject(found);
    expect(await anna.get('/api/games/by-alias/hidden')).toMatchObject(found);
    expect(await testServer.call('GET', '/api/games/by-alias/hidden')).toMatchObject({ status: 404 });
    expect(await (await testServer.guest()).get('/api/games/by-alias/hidden')).toMatchObject({ status: 404 });
    expect(await testServer.call('GET', `/api/games/by-alias/${encodeURIComponent('café 1')}`)).toMatchObject({
      status: 200,
    });
    expect(await testServer.call('GET', '/api/games/open')).toMatchObject({ body: { game: open.body.game } });
    const later = await anna.post('/api/games', { configureLater: true });
    await anna.post(`/api/games/${later.body.game}/configure`, { alias: 'named later', isPrivate: true });
    expect(await anna.get('/api/games/by-alias/named%20later')).toMatchObject({ status: 200 });
    expect(await testServer.call('GET', '/game/named%20later')).toMatchObject({ status: 404 });
    expect((await anna.get(`/api/people/${anna.id}/games`)).body.games).toHaveLength(3);
    expect((await testServer.call('GET', `/api/people/${anna.id}/games`)).body.games).toHaveLength(1);
  });

  test('is protected from guesses of its join code', async () => {
    const testServer = await startTestServer({ 'guests-per-minute': '3' });
    const guess = () => testServer.call('GET', '/api/games/by-code/ACDEFGHJ');
    for (let times = 0; times < 3; times++) expect(await guess()).toMatchObject({ status: 404 });
    const { status, body, headers } = await guess();
    expect([status, body.code]).toEqual([429, 'request/too-many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('answers queries, forks and has a chat', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest();
    const { body } = await anna.post('/api/games', { side: 'both', hotSeat: true });
    const path = `/api/games/${body.game}`;
    for (const move of ['e2e4', 'e7e5', 'g1f3']) await anna.post(`${path}/move`, { move });
    const board = await testServer.call('GET', `${path}/queries/BoardStateAtTurn?turn=1`);
    expect(board.body.result.position).toMatch(/^rnbqkbnr\/pppppppp\/8\/8\/4P3/);
    expect((await testServer.call('GET', `${path}/queries/TurnNumber`)).body).toEqual({ result: 3 });
    expect(await testServer.call('GET', `${path}/queries/MoveAtTurn`)).toMatchObject({ status: 400 });
    expect(await testServer.call('GET', `${path}/queries/TurnNumber?turn=1`)).toMatchObject({ status: 400 });
    expect((await testServer.call('GET', `${path}/queries/ActivePlayer?turn=0`)).body.result.color).toBe('white');
    expect(await testServer.call('GET', `${path}/queries/MoveAtTurn?turn=99`)).toMatchObject({ status: 404 });
    expect((await testServer.call('GET', `${path}/moves?from=b8`)).body.choices[0].to).toEqual(['a6', 'c6']);
    const valid = await testServer.call('GET', `${path}/queries/ValidMovesAtTurn?turn=2&results=true`);
    expect(valid.body.result.results).toContainEqual({
      move: 'Nf3',
      position: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
    });
    expect(await testServer.call('GET', `${path}/queries/DrawOffer?results=true`)).toMatchObject({ status: 400 });
    const fork = await anna.post(`${path}/fork`, { ply: 2, side: 'both', hotSeat: true });
    expect(await anna.post(`${path}/fork`, { ply: 2, ruleset: 'atomic' })).toMatchObject({ status: 400 });
    expect((await testServer.call('GET', `/api/games/${fork.body.game}`)).body.board.notation).toContain(' w ');
    expect(await anna.post(`${path}/chat`, { text: 'Good luck!' })).toMatchObject({
      status: 201,
      body: { by: anna.id },
    });
    expect((await testServer.call('GET', `${path}/chat`)).body.lines).toMatchObject([{ text: 'Good luck!' }]);
  });
});

describe('a command', () => {
  test('sent a hundred times at once under one key takes effect once', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest();
    const { body } = await anna.post('/api/games', { side: 'both', hotSeat: true });
    const path = `/api/games/${body.game}/move`;
    const send = (move: string) => anna.post(path, { move }, { 'idempotency-key': 'one' });
    const all = await Promise.all(Array.from({ length: 100 }, () => send('e2e4')));
    expect(new Set(all.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(all[0]).toMatchObject({ status: 200, body: { ply: 1 } });
    expect(await send('d2d4')).toMatchObject({ status: 409, body: { code: 'command/key-reused' } });
  });

  test('with `wait=false` is refused at once while its game is busy', async () => {
    const sound = openMemoryStore();
    let written = Promise.resolve();
    const append: typeof sound.games.append = (...commit) => written.then(() => sound.games.append(...commit));
    const testServer = await startTestServer({}, undefined, { store: { ...sound, games: { ...sound.games, append } } });
    const anna = await testServer.guest();
    const { body } = await anna.post('/api/games', { side: 'both', hotSeat: true });
    const path = `/api/games/${body.game}`;
    let write = () => {};
    written = new Promise((resolve) => {
      write = resolve;
    });
    const first = anna.post(`${path}/move`, { move: 'e2e4' });
    while ((await anna.post(`${path}/draw?wait=false`, { action: 'accept' })).body.code !== 'game/busy');
    write();
    expect(await first).toMatchObject({ status: 200 });
    expect(await anna.post(`${path}/move?wait=false`, { move: 'e7e5' })).toMatchObject({ status: 200 });
    expect(await anna.post(`${path}/move?wait=soon`, { move: 'd2d4' })).toMatchObject({ status: 400 });
  });

  test('that is refused gets the reason and the failed step', async () => {
    const testServer = await startTestServer();
    const [anna, bert, carl] = [await testServer.guest(), await testServer.guest(), await testServer.guest()];
    const { body } = await anna.post('/api/games', { side: 'white' });
    const path = `/api/games/${body.game}`;
    const no = async (player: typeof anna, route: string, body: object, status: number, code: string, step: string) =>
      expect(await player.post(`${path}/${route}`, { ...body })).toMatchObject({ status, body: { code, step } });
    await no(anna, 'move', { move: 'e2e4' }, 409, 'game/not-started', 'started');
    await bert.post(`${path}/join`, { color: 'black' });
    await no(carl, 'join', {}, 409, 'game/not-waiting-for-players', 'waiting-for-players');
    await no(carl, 'move', { move: 'e2e4' }, 403, 'game/not-playing', 'you-play');
    await no(bert, 'move', { move: 'e7e5' }, 409, 'game/not-your-turn', 'your-turn');
    await no(anna, 'move', { move: 'e2e5' }, 422, 'move/not-reachable', 'move-is-legal');
    await no(anna, 'promote', { role: 'queen' }, 409, 'game/not-waiting-for-promotion', 'promotion-pending');
    await no(anna, 'draw', { action: 'accept' }, 409, 'game/no-offer', 'an-offer-to-answer');
    await anna.post(`${path}/draw`, { action: 'offer' });
    expect(await bert.post(`${path}/draw`, { action: 'accept' })).toMatchObject({ body: { situation: 'terminated' } });
    await no(anna, 'resign', {}, 409, 'game/ended', 'not-ended');
  });
});

describe('a request', () => {
  const GAME = '/api/games/111111111111';
  let testServer: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    testServer = await startTestServer({}, afterAll);
  });

  test.each([
    ['POST', '/api/games', undefined, 401, 'auth/required'],
    ['POST', '/api/guests', { nam: 'Anna' }, 400, 'request/malformed'],
    ['POST', '/api/guests', { name: 5 }, 400, 'request/malformed'],
    ['POST', '/api/guests', { name: 'x' }, 422, 'people/name-too-short'],
    ['POST', '/api/guests', '{"name":', 400, 'request/malformed'],
    ['POST', '/api/guests', '{"name":"Anna","name":"Bert"}', 400, 'request/malformed'],
    ['POST', '/api/guests', '{"__proto__":{"name":"Anna"}}', 400, 'request/malformed'],
    ['POST', '/api/guests', '{"constructor":{"prototype":{"name":"Anna"}}}', 400, 'request/malformed'],
    ['POST', '/api/guests', { name: 'x'.repeat(100_000) }, 413, 'request/too-large'],
    ['GET', GAME, undefined, 404, 'game/not-found'],
    ['GET', '/api/games/short', undefined, 400, 'request/malformed'],
    ['GET', '/api/games/%zz', undefined, 400, 'request/malformed'],
    ['GET', '/api/games/%ff/pgn', undefined, 400, 'request/malformed'],
    ['GET', `/api/games/${'z'.repeat(5000)}`, undefined, 400, 'request/malformed'],
    ['GET', '/api/games/by-alias/100%', undefined, 404, 'game/not-found'],
    ['GET', '/api/games?limit=1000', undefined, 400, 'request/malformed'],
    ['GET', '/api/games?after=junk', undefined, 400, 'request/malformed'],
    ['GET', '/api/rulesets/written?after=%20', undefined, 400, 'request/malformed'],
    ['GET', '/api/games?limit=', undefined, 400, 'request/malformed'],
    ['GET', `${GAME}/queries/BoardStateAtTurn?turn=`, undefined, 400, 'request/malformed'],
    ['GET', `${GAME}/queries/BoardStateAtTurn?turn=1.5`, undefined, 400, 'request/malformed'],
    ['GET', `${GAME}/queries/BoardStateAtTurn?turn=true`, undefined, 400, 'request/malformed'],
    ['GET', `${GAME}/queries/BoardStateAtTurn?turn=0x1`, undefined, 400, 'request/malformed'],
    ['GET', '/api/games?colour=white', undefined, 400, 'request/malformed'],
    ['GET', '/api/games/open', undefined, 404, 'game/none-available'],
    ['GET', '/api/games/by-code/234', undefined, 400, 'game/bad-join-code'],
    ['GET', '/api/people/00000000-0000-4000-8000-000000000000', undefined, 404, 'people/unknown-person'],
    ['GET', '/api/nowhere', undefined, 404, 'request/no-such-route'],
    ['DELETE', '/api/games', undefined, 404, 'request/no-such-route'],
  ] as const)('%s %s with %j is answered %d %s', async (method, path, body, status, code) => {
    const answer = await testServer.call(method, path, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(/\.$/) } });
  });

  test('for a game against a computer is refused', async () => {
    const answer = await (await testServer.guest()).post('/api/games', { against: 'computer' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'game/no-computer', message: expect.any(String) } });
  });

  test('with a body of another content type than JSON is refused', async () => {
    const answer = await testServer.call('POST', '/api/guests', {
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'request/not-json' } });
  });

  test('without a token gets the expected scheme', async () => {
    const { headers } = await testServer.call('POST', '/api/games');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('with an invalid token is refused', async () => {
    const { token } = await testServer.guest();
    const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const text of [wrong, 'nonsense']) {
      const headers = { authorization: `Bearer ${text}` };
      // Also at routes that need no authentication.
      for (const path of ['/api/me', '/api/games']) {
        expect(await testServer.call('GET', path, { headers })).toMatchObject({ status: 401 });
      }
    }
  });

  test('with a stale cookie may get a new one', async () => {
    const headers = { cookie: 'chessmith=nonsense' };
    expect(await testServer.call('POST', '/api/guests', { headers, body: {} })).toMatchObject({ status: 201 });
  });

  test('creates a guest once, and later requests are by the same person', async () => {
    const first = await testServer.call('POST', '/api/session');
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!;
    const again = await testServer.call('POST', '/api/session', { headers: { cookie } });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('set-cookie')).toBe(null);
  });

  test('gets the names of people with lists, or of several people at once', async () => {
    const testServer = await startTestServer();
    const anna = await testServer.guest('Anna');
    const { game } = (await anna.post('/api/games', { side: 'white' })).body;
    await anna.post(`/api/games/${game}/chat`, { text: 'Hello' });
    const { id } = (await anna.get('/api/me')).body;
    const named = [expect.objectContaining({ id, name: 'Anna' })];
    for (const list of ['/api/games', `/api/people/${id}/games`, `/api/games/${game}/chat`, `/api/people?ids=${id}`]) {
      expect((await anna.get(list)).body.people, list).toEqual(named);
    }
    expect((await testServer.call('GET', '/api/people?ids=nobody')).status).toBe(400);
  });

  test('with a cookie acts for its guest, but not from a foreign origin', async () => {
    const testServer = await startTestServer({ 'allowed-origins': 'https://play.example;' });
    const { headers } = await testServer.call('POST', '/api/guests', { body: { name: 'Anna' } });
    const set = headers.get('set-cookie')!;
    expect(set).toMatch(/HttpOnly/);
    const cookie = set.split(';')[0]!;
    expect((await testServer.call('GET', '/api/me', { headers: { cookie } })).body.name).toBe('Anna');
    const post = (origin: string) => testServer.call('POST', '/api/games', { body: {}, headers: { cookie, origin } });
    expect(await post('https://evil.example')).toMatchObject({ status: 403, body: { code: 'auth/foreign-origin' } });
    expect(await post('null')).toMatchObject({ status: 403 });
    expect(await post(testServer.address)).toMatchObject({ status: 201 });
    const allowed = await post('https://play.example');
    expect(allowed.status).toBe(201);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://play.example');
  });
});

describe('the server', () => {
  test('sends security headers with every response', async () => {
    const testServer = await startTestServer();
    for (const path of ['/api/games', '/api/games/short', '/api/nowhere', '/healthz', '/', '/openapi.json']) {
      const { headers } = await testServer.call('GET', path);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-permitted-cross-domain-policies': 'none',
        'cache-control': 'no-store',
      });
    }
  });

  test('logs the route of a failed request', async () => {
    const written: string[] = [];
    const log = createLog('error', { write: (line) => void written.push(line) });
    const { store, failing } = doubtfulStore();
    const testServer = await startTestServer({}, undefined, { log, store });
    await failing(500, async () => {
      for (const status of [500, 500]) expect(await testServer.call('GET', '/api/games')).toMatchObject({ status });
    });
    // Background work of the server fails meanwhile too.
    const lines = written.map((line) => JSON.parse(line)).filter(({ route }) => route !== undefined);
    const about = { route: '/api/games', reqId: expect.any(String), err: { message: 'an unexpected error' } };
    expect(lines).toMatchObject([about, about]);
    expect(lines[0].reqId).not.toBe(lines[1].reqId);
  });

  test('serves the greeting and metrics without authentication, as documented', async () => {
    const testServer = await startTestServer();
    const headers = { authorization: 'Bearer nobody' };
    expect(await testServer.call('GET', '/', { headers })).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^Welcome/),
    });
    expect(await testServer.call('GET', '/metrics', { headers })).toMatchObject({ status: 200 });
    const { paths } = (await testServer.call('GET', '/openapi.json')).body;
    for (const path of ['/', '/metrics', '/healthz', '/readyz']) expect(paths[path].get.security, path).toEqual([{}]);
  });

  test('reports liveness, readiness and metrics by route', async () => {
    const testServer = await startTestServer();
    expect(await testServer.call('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(await testServer.call('GET', '/readyz')).toMatchObject({ status: 200 });
    for (const game of ['111111111111', '222222222222']) await testServer.call('GET', `/api/games/${game}`);
    await (await testServer.guest()).post('/api/games');
    expect((await testServer.call('GET', '/metrics')).body).toContain('chessmith_games_in_memory 1\n');
    // However often metrics are scraped.
    for (let reads = 0; reads < 2; reads++) {
      expect((await testServer.call('GET', '/metrics')).body).toContain('route="GET /api/games/:game",status="404"} 2');
    }
  });

  test('documents one type for each parameter', async () => {
    const { paths } = (await startTestServer()).contract.openapi;
    type Operation = { parameters?: { name: string; schema: object }[] };
    const operations = Object.values<object>(paths).flatMap((path) => Object.values<Operation>(path as never));
    const fields = operations.flatMap(({ parameters = [] }) => parameters);
    expect(fields).not.toEqual([]);
    for (const { name, schema } of fields) expect(schema, name).toMatchObject({ type: expect.any(String) });
  });

  test('describes every route under /api, with named responses and problems', async () => {
    const documented = (await startTestServer()).contract.openapi;
    expect(documented.openapi).toBe('3.1.0');
    expect(Object.keys(documented.components.schemas)).toEqual(
      expect.arrayContaining(['Problem', 'Game', 'CommandReceipt']),
    );
    expect(JSON.stringify(documented)).not.toMatch(/def-\d/);
    const refs = [...JSON.stringify(documented).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    for (const [, name] of refs) expect(documented.components.schemas).toHaveProperty(name!);
    for (const [path, operations] of Object.entries<object>(documented.paths)) {
      for (const [method, operation] of Object.entries<{ summary?: string; responses: object }>(operations as never)) {
        expect(operation.summary, `${method} ${path}`).toBeTruthy();
        if (path.startsWith('/api')) expect(Object.keys(operation.responses), `${method} ${path}`).toContain('500');
      }
    }
  });
});
