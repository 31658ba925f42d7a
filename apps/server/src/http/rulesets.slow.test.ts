import { formatRuleset, standard } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';
import { exampleSource, uploadRuleset } from '../testing/uploaded-rulesets.js';

const HALF_CHESS = JSON.stringify({ ...(formatRuleset(standard) as object), name: 'half', title: 'Half chess' });

/** A ruleset in which a king makes one step and the game ends. */
const ONE_STEP = `
  const rest = { additional_data: null, pieces: [{ color: 'white', name: 'king', x: 0, y: 0 }] };
  const startingState = () => ({ ...rest, possible_moves: [{ from_x: 0, from_y: 0, to_x: 0, to_y: 1 }], status: 'running' });
  const makeMove = () => ({ ...rest, possible_moves: [], status: 'draw' });
`;

test('an uploaded script can be played by two people', async () => {
  const testServer = await startTestServer();
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const made = await uploadRuleset(anna, { file: 'pawn-war.py', source: exampleSource('pawn-war.py') });
  expect(made).toMatchObject({
    status: 201,
    body: { ruleset: { format: 'python', version: 1, visibility: 'private' } },
  });
  expect(made.body.ruleset.about.rolesInPlay).toEqual(['pawn']);
  expect(made.body.report.selfPlay.games).toBe(20);
  const { id } = made.body.ruleset;

  expect(await bert.post('/api/games', { ruleset: id })).toMatchObject({
    status: 422,
    body: { code: 'game/unknown-ruleset' },
  });
  const { game, joinCode } = (await anna.post('/api/games', { ruleset: id, side: 'white' })).body;
  const found = await bert.get(`/api/games/by-code/${joinCode}`);
  expect(found.body.game).toBe(game);
  expect(await bert.post(`/api/games/${game}/join`)).toMatchObject({ status: 200, body: { situation: 'running' } });
  const { board } = (await anna.get(`/api/games/${game}`)).body;
  const choice = board.choices[0];
  const move = `${choice.from}${choice.to[0]}`;
  expect(await bert.post(`/api/games/${game}/move`, { move })).toMatchObject({ body: { code: 'game/not-your-turn' } });
  expect(await anna.post(`/api/games/${game}/move`, { move: 'a1a5' })).toMatchObject({ status: 422 });
  expect(await anna.post(`/api/games/${game}/move`, { move })).toMatchObject({ status: 200, body: { ply: 1 } });
  expect((await bert.get(`/api/games/${game}`)).body).toMatchObject({ turn: 'black', ply: 1 });
});

test('a script that fails its check is refused with the line, and not stored', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const no = await uploadRuleset(anna, { format: 'python', source: 'def get_starting_state(:\n' });
  expect(no).toMatchObject({
    status: 422,
    body: { code: 'script/syntax', facts: { line: 1, detail: expect.any(String) } },
  });
  expect(await anna.post('/api/rulesets', { file: 'rules.cobol', source: 'MOVE' })).toMatchObject({
    status: 422,
    body: {
      code: 'rulesets/unsupported-format',
      facts: { formats: ['python', 'javascript', 'typescript', 'prolog', 'json'] },
    },
  });
  expect(await anna.post('/api/rulesets', { format: 'json', source: '{' })).toMatchObject({
    status: 422,
    body: { code: 'ruleset/not-json', facts: { line: 1, column: 2 } },
  });
  expect(await anna.post('/api/rulesets', { format: 'json', source: '{}' })).toMatchObject({ status: 422 });
  const slip = HALF_CHESS.replace('"pieces":', '\n"pieces":').replace('"letter":"n"', '"letter":\n"N"');
  expect(await anna.post('/api/rulesets', { format: 'json', source: slip })).toMatchObject({
    body: { facts: { path: 'pieces.knight.letter', line: 3, column: 1 } },
  });
  expect((await anna.get(`/api/rulesets/written?author=${anna.id}`)).body.rulesets).toEqual([]);
});

test('a JSON ruleset may start with a byte order mark', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const { body } = await uploadRuleset(anna, { format: 'json', source: `\uFEFF${HALF_CHESS}` });
  expect(await anna.post('/api/games', { ruleset: body.ruleset.id })).toMatchObject({ status: 201 });
});

test('a ruleset without a name has the name of its file, also in exports', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  expect(await uploadRuleset(anna, { format: 'javascript', source: ONE_STEP })).toMatchObject({
    status: 422,
    body: { code: 'rulesets/no-name' },
  });
  const { body } = await uploadRuleset(anna, { file: 'Our race.js', source: ONE_STEP });
  expect(body.ruleset.about.rolesInPlay).toEqual(['king']);
  const { game } = (await anna.post('/api/games', { ruleset: body.ruleset.id, hotSeat: true })).body;
  expect((await anna.get(`/api/games/${game}/pgn`)).body).toContain('[Variant "Our race"]');
});

test('a repeated upload changes the visibility only if it names one', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const again = async (options: object) =>
    (await uploadRuleset(anna, { format: 'json', source: HALF_CHESS, ...options })).body.ruleset.visibility;
  const listed = async () => (await anna.get('/api/rulesets/written?text=half')).body.rulesets.length;
  expect([await again({}), await listed()]).toEqual(['private', 0]);
  expect([await again({ visibility: 'public' }), await listed()]).toEqual(['public', 1]);
  expect([await again({}), await listed()]).toEqual(['public', 1]);
});

const BROKEN = { format: 'json', source: '{' };

test('a whole class can upload at once from one address; only endless uploads are limited', async () => {
  const testServer = await startTestServer();
  const pupils = await Promise.all(Array.from({ length: 30 }, () => testServer.guest()));
  const answers = await Promise.all(pupils.map((pupil) => pupil.post('/api/rulesets', BROKEN)));
  expect(answers.map(({ status }) => status)).toEqual(pupils.map(() => 422));
  // Each failed upload counts as three successful ones. On a slow machine some of them are forgotten meanwhile.
  const again = [];
  while (again.at(-1)?.status !== 429) again.push(await pupils[0]!.post('/api/rulesets', BROKEN));
  expect(again.slice(0, -1).map(({ status }) => status)).toEqual(Array(again.length - 1).fill(422));
  expect(again.length).toBeGreaterThanOrEqual(10);
  expect(again.at(-1)).toMatchObject({ body: { code: 'request/too-many' } });
  expect(Number(again.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await pupils[1]!.post('/api/rulesets', BROKEN)).status).toBe(422);
});

test('an address is limited, however many people share it', async () => {
  const testServer = await startTestServer();
  const refusal: number[] = [];
  for (let i = 0; i < 8; i++) {
    const pupil = await testServer.guest();
    for (let j = 0; j < 6; j++) refusal.push((await pupil.post('/api/rulesets', BROKEN)).status);
  }
  expect(refusal.slice(0, 40)).toEqual(Array(40).fill(422));
  expect(refusal).toContain(429);
  const last = await testServer.call('POST', '/api/rulesets', { body: BROKEN });
  expect(last).toMatchObject({ status: 429, body: { code: 'request/too-many' } });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('JSON rulesets are listed, read, hidden and forked', async () => {
  const testServer = await startTestServer();
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const options = { format: 'json', source: HALF_CHESS, visibility: 'public' };
  const { ruleset } = (await anna.post('/api/rulesets', options)).body;
  expect(ruleset).toMatchObject({ name: 'Half chess', version: 1, about: { files: 8, ranks: 8 } });
  expect((await anna.post('/api/rulesets', options)).body.ruleset).toEqual(ruleset);
  expect((await anna.post('/api/rulesets', { ...options, source: ` ${HALF_CHESS}` })).body.ruleset.version).toBe(2);
  const listed = await bert.get('/api/rulesets/written?text=half&limit=1');
  expect(listed.body.rulesets).toHaveLength(1);
  expect((await bert.get(`/api/rulesets/written?text=half&after=${listed.body.next}`)).body.rulesets).toEqual([
    ruleset,
  ]);
  const named = async (query: string) =>
    (await bert.get(`/api/rulesets/written?${query}`)).body.rulesets.map((one: { version: number }) => one.version);
  expect(await named('text=half')).toEqual([2, 1]);
  expect(await named('text=half&latest=true')).toEqual([2]);
  await testServer.call('PATCH', '/api/me', {
    body: { name: 'Anna' },
    headers: { authorization: `Bearer ${anna.token}` },
  });
  expect(await named('text=anna%20chess&latest=true')).toEqual([2]);
  expect(await named('text=bert')).toEqual([]);
  expect((await bert.get(`/api/rulesets/${ruleset.id}/source`)).body).toEqual({ format: 'json', source: HALF_CHESS });

  const fork = await bert.post(`/api/rulesets/${ruleset.id}/fork`, { name: 'Bert’s chess' });
  expect(fork).toMatchObject({ status: 201, body: { author: bert.id, forkOf: ruleset.id, visibility: 'private' } });
  expect((await anna.get(`/api/rulesets/${fork.body.id}`)).body.about.title).toBe('Half chess');
  expect((await anna.get(`/api/rulesets/${fork.body.id}/source`)).status).toBe(404);
  expect((await anna.post(`/api/rulesets/${fork.body.id}/fork`, {})).status).toBe(404);
  const { game } = (await bert.post('/api/games', { ruleset: fork.body.id, hotSeat: true, side: 'both' })).body;
  expect(await bert.post(`/api/games/${game}/move`, { move: 'e2e4' })).toMatchObject({ status: 200, body: { ply: 1 } });

  const patch = (by: typeof anna, id: string) =>
    testServer.call('PATCH', `/api/rulesets/${id}`, {
      body: { visibility: 'unlisted' },
      headers: { authorization: `Bearer ${by.token}` },
    });
  expect(await patch(bert, ruleset.id)).toMatchObject({ status: 403, body: { code: 'rulesets/not-yours' } });
  expect(await patch(anna, ruleset.id)).toMatchObject({ status: 200, body: { visibility: 'unlisted' } });
  expect((await bert.get(`/api/rulesets/${ruleset.id}`)).status).toBe(200);
  expect(await bert.get(`/api/rulesets/${ruleset.id}/source`)).toMatchObject({ status: 403 });
});

test('a file is uploaded as raw bytes', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const send = (file: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${testServer.address}/api/rulesets/file?file=${file}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/octet-stream' },
      body,
    });
  expect((await send('half.json', HALF_CHESS)).status).toBe(201);
  const latin = await send('war.py', new Uint8Array([0x23, 0xe4]));
  expect([latin.status, ((await latin.json()) as { code: string }).code]).toEqual([422, 'script/not-utf8']);
});
