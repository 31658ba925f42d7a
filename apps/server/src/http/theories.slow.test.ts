import { readFileSync } from 'node:fs';
import { withTempFolder } from '@chessmith/store/testing';
import { expect, test } from 'vitest';
import { childrenOf } from '../testing/durability/server-process.js';
import { startTestServer } from '../testing/test-server.js';
import { exampleSource, type Guest, uploadRuleset } from '../testing/uploaded-rulesets.js';

const SOURCE = exampleSource('chess-by-theories.json');
/** White captures with a pawn, black with a queen; theories define both pieces. */
const OPENING = ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'f1b5'];

/** Chess by theories, with one theory replaced. */
function rulesWith(theory: string, ...prolog: readonly string[]): string {
  const rules = JSON.parse(SOURCE);
  rules.theories[theory].prolog = prolog;
  return JSON.stringify(rules);
}

async function play(by: Guest, game: string, moves: readonly string[]): Promise<void> {
  for (const move of moves) expect(await by.post(`/api/games/${game}/move`, { move })).toMatchObject({ status: 200 });
}

test('rulesets with theories are uploaded, read, forked and played, and survive a restart without Prolog', async () => {
  await withTempFolder(async (data) => {
    const ends: (() => Promise<void>)[] = [];
    const testServer = await startTestServer({ data }, (end) => ends.push(end));
    const [anna, bert] = [await testServer.guest(), await testServer.guest()];
    const made = await uploadRuleset(anna, { file: 'mine.json', source: SOURCE, visibility: 'public' });
    expect(made).toMatchObject({
      status: 201,
      body: { ruleset: { format: 'json', name: 'Chess by theories' }, report: { printed: '' } },
    });
    expect(made.body.report.theories).toContain('nw_move');
    const { id } = made.body.ruleset;
    const listed = (await bert.get('/api/rulesets/written?text=theories')).body.rulesets;
    expect(listed).toMatchObject([{ id, about: { files: 8, ranks: 8 } }]);
    expect((await bert.get(`/api/rulesets/${id}`)).body).toEqual(listed[0]);
    expect((await bert.get(`/api/rulesets/${id}/source`)).body).toEqual({ format: 'json', source: SOURCE });
    const fork = (await bert.post(`/api/rulesets/${id}/fork`, {})).body;

    const { game } = (await anna.post('/api/games', { ruleset: id, hotSeat: true, side: 'both' })).body;
    await play(anna, game, OPENING);
    const before = (await anna.get(`/api/games/${game}`)).body;
    expect(before).toMatchObject({ ply: 5, turn: 'black', board: { check: ['e8'] } });
    for (const end of ends) await end();

    const again = await startTestServer({ data });
    const headers = { authorization: `Bearer ${anna.token}` };
    expect((await again.call('GET', `/api/games/${game}`, { headers })).body).toEqual(before);
    const body = { move: 'a7a6' };
    const refused = await again.call('POST', `/api/games/${game}/move`, { headers, body });
    expect(refused).toMatchObject({ status: 422 });
    const answered = await again.call('POST', `/api/games/${game}/move`, { headers, body: { move: 'c8d7' } });
    expect(answered).toMatchObject({ status: 200, body: { ply: 6 } });
    const options = { ruleset: fork.id, hotSeat: true, side: 'both' };
    const other = await again.call('POST', '/api/games', {
      headers: { authorization: `Bearer ${bert.token}` },
      body: options,
    });
    expect(other.status).toBe(201);
    expect(childrenOf(process.pid).filter(isSandbox)).toEqual([]);
  });
});

test('hostile theories are refused by name while others play on, and later theories pass', async () => {
  const testServer = await startTestServer();
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { game } = (await bert.post('/api/games', { ruleset: 'standard', hotSeat: true, side: 'both' })).body;
  const hostile: readonly (readonly [prolog: readonly string[], code: RegExp])[] = [
    [['n_move(_, _, _, _) :- repeat, fail.'], /^script\/timeout$/],
    [['n_move(_, _, _, _) :- functor(T, t, 100000000), arg(1, T, a).'], /^script\/out-of-memory$/],
    [["n_move(F, R, F, T) :- open('/etc/passwd', read, _), T is R + 1."], /^script\/(forbidden|raised)$/],
    [['n_move(_, _, _, _) :- halt.'], /^script\/(forbidden|engine-died)$/],
    [['n_move(F, R, F, T) :- repeat, T is R.'], /^ruleset\/theory-stays$/],
  ];
  const moves = [...OPENING, 'c8d7'];
  for (const [i, [prolog, code]] of hostile.entries()) {
    const [no] = await Promise.all([
      uploadRuleset(anna, { format: 'json', source: rulesWith('n_move', ...prolog) }),
      play(bert, game, [moves[i]!]),
    ]);
    expect(no).toMatchObject({
      status: 422,
      body: { code: expect.stringMatching(code), message: expect.stringMatching(/^theories\.n_move/) },
    });
    expect(no.body.facts.problems).toHaveLength(1);
  }
  expect((await anna.get(`/api/rulesets/written?author=${anna.id}`)).body.rulesets).toEqual([]);
  const sent = await fetch(`${testServer.address}/api/rulesets/file?file=chess.json`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/octet-stream' },
    body: SOURCE,
  });
  expect(sent.status).toBe(201);
});

function isSandbox(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child/process');
}
