import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChance } from '../system/random.js';
import { startTestServer } from '../testing/test-server.js';

const SEEDS = 2 ** 32;
/** A random seed for which the first random number of a JavaScript script is below 0.001. */
const BAD_SEED = 3046;

let seed = 0;
let anna: Guest;
let bert: Guest;
type Guest = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['guest']>>;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const chance = { ...systemChance, int: (bound: number) => (bound === SEEDS ? seed++ : systemChance.int(bound)) };
  const testServer = await startTestServer({}, (end) => ends.push(end), { chance });
  [anna, bert] = [await testServer.guest(), await testServer.guest()];
});
afterAll(() => Promise.all(ends.map((end) => end())));

/** Kings that move back and forth; `body` runs before every move, with the target squares of all moves so far in `made`. */
const kings = (body: string, start = '') => `
  const steps = (pieces, turn) => pieces.filter(({ color }) => color === turn).flatMap(({ x, y }) =>
    [[0, 1], [1, 0], [0, -1], [-1, 0]].map(([a, b]) => ({ from_x: x, from_y: y, to_x: x + a, to_y: y + b })))
    .filter(({ to_x, to_y }) => to_x >= 0 && to_x < 4 && to_y >= 0 && to_y < 4
      && !pieces.some(({ x, y }) => x === to_x && y === to_y));
  const state = (pieces, turn, made) =>
    ({ pieces, possible_moves: steps(pieces, turn), additional_data: made, status: 'running' });
  function startingState() {
    ${start}
    const pieces = [{ color: 'white', name: 'king', x: 0, y: 0 }, { color: 'black', name: 'king', x: 3, y: 3 }];
    return { version: 2, board: { files: 4, ranks: 4 }, ply_cap: 12, random: true, ...state(pieces, 'white', '') };
  }
  function makeMove(pieces, { from_x, from_y, to_x, to_y }, turn, made) {
    ${body}
    const after = pieces.map((piece) =>
      piece.x === from_x && piece.y === from_y ? { ...piece, x: to_x, y: to_y } : piece);
    return state(after, turn, made + 'abcd'[to_x] + (to_y + 1));
  }`;

/** Uploads a valid ruleset, again if the server is busy; returns its id. */
async function uploaded(source: string): Promise<string> {
  const made = await anna.post('/api/rulesets', { format: 'javascript', source, name: 'Pit' });
  if (made.status === 503) return uploaded(source);
  expect(made).toMatchObject({ status: 201 });
  return made.body.ruleset.id;
}

/** Moves that random self-play does not find by chance. */
const PIT = 'a2d3a1d4a2d3a1d4';

test('a move at which the script fails is reported to both players, can be tried twice more, and then the game ends without a winner', async () => {
  const source = kings(`if (made === '${PIT}' && to_x === 0) {\n      throw new Error('fell into the pit');\n    }`);
  const ruleset = await uploaded(source);
  const { game } = (await anna.post('/api/games', { ruleset, side: 'white' })).body;
  expect(await bert.post(`/api/games/${game}/join`)).toMatchObject({ status: 200, body: { situation: 'running' } });
  const path = PIT.match(/../g)!;
  for (const [i, to] of path.entries()) {
    const from = i < 2 ? ['a1', 'd4'][i] : path[i - 2];
    const mover = i % 2 === 0 ? anna : bert;
    expect(await mover.post(`/api/games/${game}/move`, { move: `${from}${to}` })).toMatchObject({ status: 200 });
  }

  const fall = () => anna.post(`/api/games/${game}/move`, { move: 'a1a2' });
  for (const triesLeft of [2, 1]) {
    const { status, body } = await fall();
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'script/raised',
      message: 'Error: fell into the pit (line 15)',
      facts: { triesLeft, line: 15 },
    });
    expect((await bert.get(`/api/games/${game}`)).body).toMatchObject({ situation: 'running', ply: path.length });
  }
  expect(await fall()).toMatchObject({ status: 409, body: { code: 'rules/failed' } });
  const { body: ended } = await bert.get(`/api/games/${game}`);
  expect(ended).toMatchObject({
    situation: 'terminated',
    end: { kind: 'none', cause: 'rules-failed', why: 'The rule script failed: Error: fell into the pit (line 15)' },
    ply: path.length,
  });
  expect(await anna.post(`/api/games/${game}/move`, { move: 'a1b1' })).toMatchObject({ status: 409 });
});

test('a script that cannot start a game refuses its creation, so that no useless join code is issued', async () => {
  const source = kings('', "if (Math.random() < 0.001) throw new Error('a bad start');");
  const ruleset = await uploaded(source);
  const create = () => anna.post('/api/games', { ruleset, side: 'white' });
  seed = BAD_SEED;
  expect(await create()).toMatchObject({ status: 422, body: { code: 'script/raised', facts: { line: 9 } } });
  const { game, joinCode } = (await create()).body;
  expect((await bert.get(`/api/games/by-code/${joinCode}`)).body.game).toBe(game);
  expect(await bert.post(`/api/games/${game}/join`)).toMatchObject({ status: 200, body: { situation: 'running' } });
  expect(await anna.post(`/api/games/${game}/move`, { move: 'a1a2' })).toMatchObject({ status: 200, body: { ply: 1 } });
});
