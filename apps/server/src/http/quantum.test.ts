import { INSPECTION_SUBJECTS } from '@chessmith/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorker } from '../testing/bundle-worker.js';
import { startTestServer } from '../testing/test-server.js';

let worker: Awaited<ReturnType<typeof bundleWorker>>;
beforeAll(async () => {
  worker = await bundleWorker('quantum');
});
afterAll(() => worker.remove());

/** A hot-seat game with these moves. */
async function openGame(moves: readonly string[], options: object = {}) {
  const testServer = await startTestServer({}, undefined, { quantumWorker: worker.script });
  const anna = await testServer.guest();
  const made = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true, ...options });
  expect(made.status).toBe(201);
  const path = `/api/games/${made.body.game}`;
  const move = (text: string) => anna.post(`${path}/move`, { move: text });
  for (const text of moves) expect((await move(text)).body).toMatchObject({ facts: ['MovePlayed'] });
  const inspect = (query: string) => anna.get(`${path}/queries/InspectionAtTurn?${query}`);
  return { testServer, anna, game: made.body.game as string, path, move, inspect };
}

describe('an inspection of a quantum game over REST and WebSocket', () => {
  test('gives each subject at any turn, also after a takeback', async () => {
    const { anna, path, inspect, move } = await openGame(['b1^a3c3', 'a7a6']);
    expect((await inspect('about=superposition')).body).toEqual({
      result: { boards: 2, cap: 16384, maySuperpose: true },
    });
    expect((await inspect('about=superposition&turn=0')).body.result.boards).toBe(1);
    expect((await inspect('about=joint&square=a3&other=c3')).body.result).toMatchObject({
      p11: 0,
      information: expect.closeTo(1),
    });
    expect((await inspect('about=merge&move=a3c3^b5')).body.result).toMatchObject({ certain: true });
    expect((await inspect('about=move&move=a3b5')).body.result).toEqual({ move: 'a3b5', success: null });
    for (const subject of INSPECTION_SUBJECTS) {
      const { status } = await inspect(`about=${subject}&square=a3&other=c3&move=a3c3^b5&most=2`);
      expect(status, subject).toBe(200);
    }
    expect((await inspect('about=same-piece&square=a3&turn=1')).body.result).toEqual({ squares: ['g1', 'c3'] });
    expect((await anna.post(`${path}/takeback`, { action: 'offer', as: 'white' })).status).toBe(200);
    expect((await move('g1^f3h3')).status).toBe(200);
    expect((await inspect('about=same-piece&square=b1&turn=1')).body.result).toEqual({ squares: ['f3', 'h3'] });
    expect((await inspect('about=same-piece&square=a3&turn=1')).body.result).toEqual({ squares: [] });
  });

  test('is refused with the missing parameter, or if there is nothing to inspect', async () => {
    const { anna, inspect } = await openGame(['b1^a3c3']);
    for (const [query, status, code] of [
      ['about=joint&square=a3', 422, 'quantum/incomplete-inspection'],
      ['about=move&move=a3a4', 422, 'quantum/not-how-it-moves'],
      ['about=square&square=z9', 422, 'quantum/no-such-square'],
      ['about=boards&turn=9', 404, 'game/no-such-turn'],
      ['about=boards&most=65', 400, 'request/malformed'],
      ['about=future', 400, 'request/malformed'],
      ['square=a3', 400, 'request/malformed'],
    ] as const) {
      expect(await inspect(query), query).toMatchObject({ status, body: { code } });
    }
    const plain = await anna.post('/api/games', { side: 'white' });
    expect(await anna.get(`/api/games/${plain.body.game}/queries/InspectionAtTurn?about=boards`)).toMatchObject({
      status: 422,
      body: { code: 'game/nothing-to-inspect' },
    });
  });

  test('gives the same by frame and by URL', async () => {
    const { anna, game, inspect } = await openGame(['s B1 A3 C3'], { ruleset: 'quantum-fragments' });
    const socket = await anna.socket();
    const inspection = { about: 'marginals' };
    const received = await socket.request({ type: 'query', query: { name: 'InspectionAtTurn', game, inspection } });
    expect(received).toMatchObject({ type: 'result', result: (await inspect('about=marginals')).body.result });
    expect(received.result.pieces).toContainEqual({
      square: 'a3',
      role: 'knight',
      color: 'white',
      probability: 0.5,
      odds: 0.5,
    });
    expect(await socket.request({ type: 'query', query: { name: 'InspectionAtTurn', game } })).toMatchObject({
      type: 'error',
      code: 'request/malformed',
    });
    expect(await socket.request({ type: 'query', query: { name: 'TurnNumber', game, inspection } })).toMatchObject({
      type: 'error',
    });
  });
});

describe('a quantum game over REST', () => {
  const boardOf = async (anna: Guest, path: string) => (await anna.get(path)).body.board;
  const QFEN =
    '4k3/8/8/8/8/N1N5/8/4K3 b - - 1,3 1 q2 1000000000010010:0.7071067811865476,0 1000000000040010:0.7071067811865476,0';

  test('starts from a FEN, a QFEN or a board file', async () => {
    const fen = await openGame(['b1^a3c3'], { setup: { position: '4k3/8/8/8/8/8/8/1N2K3 w - - 0 1' } });
    expect((await boardOf(fen.anna, fen.path)).extra.boards).toBe(2);
    const qfen = await openGame(['e8e7'], { setup: { position: QFEN } });
    expect((await boardOf(qfen.anna, qfen.path)).pieces).toContainEqual({
      square: 'a3',
      role: 'knight',
      color: 'white',
      probability: expect.closeTo(0.5),
    });
    const position = '# castling practice\nTA1W\nKE1W\nTH1W\nKE8B\n';
    const file = await openGame(['e1^c1g1'], { ruleset: 'quantum-fragments', setup: { position } });
    expect((await boardOf(file.anna, file.path)).pieces).toHaveLength(7);
  });

  test('refuses an invalid start position with the reason', async () => {
    const testServer = await startTestServer({ 'quantum-cap': '16' });
    const anna = await testServer.guest();
    const states = Array.from(
      { length: 17 },
      (_, i) => `10000000000${i.toString(16).padStart(3, '0')}10:0.2425356250363,0`,
    );
    for (const [ruleset, position, code] of [
      ['quantum', 'nonsense', 'quantum/bad-position'],
      ['quantum', '4k3/8/8/8/8/8/8/8 w - - 0 1', 'quantum/no-king'],
      ['quantum', QFEN.replace('q2', 'q3'), 'quantum/bad-position'],
      ['quantum', `4k3/8/8/8/8/8/8/4K3 w - - 0 1 q17 ${states.join(' ')}`, 'quantum/bad-position'],
      ['quantum', crowdedPosition(17), 'quantum/too-much-superposition'],
      ['quantum-fragments', 'TA1W\nXA2W', 'quantum/bad-piece'],
      ['quantum-fragments', 'TA1W\nTA1B', 'quantum/square-twice'],
      ['quantum-fragments', '\n# nobody\n', 'quantum/empty-board'],
      ['quantum-fragments', `~${'HA3W 0.5'}`, 'quantum/board-holds-fragments'],
    ] as const) {
      const made = await anna.post('/api/games', { ruleset, setup: { position } });
      expect(made, position.slice(0, 60)).toMatchObject({ status: 422, body: { code, message: expect.any(String) } });
    }
    expect(
      (await anna.post('/api/games', { ruleset: 'quantum', setup: { position: 'x'.repeat(20_000) } })).status,
    ).toBe(400);
  });

  test('limits superposition to the server’s cap', async () => {
    const testServer = await startTestServer({ 'quantum-cap': '4' });
    const anna = await testServer.guest();
    const made = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true });
    const move = (text: string) => anna.post(`/api/games/${made.body.game}/move`, { move: text });
    for (const text of ['b1^a3c3', 'b8^a6c6']) expect((await move(text)).status).toBe(200);
    expect(await move('g1^f3h3')).toMatchObject({
      status: 422,
      body: { code: 'quantum/too-much-superposition', facts: { boards: 4, cap: 4 } },
    });
    expect((await boardOf(anna, `/api/games/${made.body.game}`)).extra).toMatchObject({ cap: 4, maySuperpose: false });
  });

  test('is exported as PGN, and another game continues from it', async () => {
    const moves = ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5c7'];
    const { anna, path } = await openGame(moves);
    const pgn = (await anna.get(`${path}/pgn`)).body as string;
    expect(pgn).toContain('[Variant "Quantum"]');
    expect(pgn).toMatch(/1\. b1\^a3c3 e7e5 2\. a3b5 e5e4 3\. b5xc7\.m(1|0 \{blocked\})/);
    const on = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true, setup: { position: pgn } });
    expect(on.status).toBe(201);
    const [before, after] = [await boardOf(anna, path), await boardOf(anna, `/api/games/${on.body.game}`)];
    expect(after).toEqual({ ...before, ply: 0 });
    // The reached position can be exported and continued again.
    const again = (await anna.get(`/api/games/${on.body.game}/pgn`)).body as string;
    const third = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true, setup: { position: again } });
    expect((await boardOf(anna, `/api/games/${third.body.game}`)).pieces).toEqual(before.pieces);
    const open = pgn.replace(/\.m[01]/, '');
    expect((await anna.post('/api/games', { ruleset: 'quantum', setup: { position: open } })).body).toMatchObject({
      code: 'quantum/bad-line',
      facts: { ply: 5, why: 'quantum/outcome-missing' },
    });
  });

  test('of fragments has its measurements in the PGN', async () => {
    const anna = await (await startTestServer()).guest();
    const position = 'KE1W\nKE8B\nHB1W\nPC4B';
    const options = { ruleset: 'quantum-fragments', hotSeat: true, setup: { position } };
    const { game } = (await anna.post('/api/games', options)).body;
    for (const move of ['b1^a3d2', 'e8e7', 'a3c4']) await anna.post(`/api/games/${game}/move`, { move });
    const pgn = (await anna.get(`/api/games/${game}/pgn`)).body;
    expect(pgn).toMatch(/1\. b1\^a3d2 e8e7 2\. a3c4 \{a3[+-]\} \*/);
  });

  test.each(['quantum', 'quantum-fragments'])('of %s can be forked at any ply', async (ruleset) => {
    const { anna, path } = await openGame(['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5c7'], { ruleset });
    for (const ply of [0, 1, 5]) {
      const forked = await anna.post(`${path}/fork`, { ply, hotSeat: true });
      expect(forked.status).toBe(201);
      const board = await boardOf(anna, `/api/games/${forked.body.game}`);
      const then = (await anna.get(`${path}/queries/BoardStateAtTurn?turn=${ply}`)).body.result;
      expect({ pieces: board.pieces, notation: board.notation, turn: board.turn }).toEqual({
        pieces: then.pieces,
        notation: then.position,
        turn: then.active,
      });
      const on = ply % 2 === 0 ? 'd2d4' : 'h7h5';
      expect((await anna.post(`/api/games/${forked.body.game}/move`, { move: on })).status).toBe(200);
    }
  });

  test.each([
    ['quantum', ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4'], 'b5xc7.m1', 'quantum/outcome-is-drawn'],
    ['quantum-fragments', ['b1^a3c3', 'e7e5'], 'q A3', 'quantum/measure-in-game'],
  ] as const)('of %s does not let players choose a measurement result', async (ruleset, moves, forced, code) => {
    const { move } = await openGame(moves, { ruleset });
    expect(await move(forced)).toMatchObject({ status: 422, body: { code } });
  });

  test.each([
    ['quantum', ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5c7']],
    ['quantum-fragments', ['b1^a3c3']],
    ['quantum-fragments', ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5c7']],
  ] as const)('of %s allows no takeback of random results (%j)', async (ruleset, moves) => {
    const { anna, path } = await openGame(moves, { ruleset });
    const before = (await anna.get(path)).body;
    expect(await anna.post(`${path}/takeback`, { action: 'offer', as: 'white' })).toMatchObject({
      status: 409,
      body: { code: 'game/random-result-final' },
    });
    expect((await anna.get(path)).body).toEqual(before);
  });

  test('allows takebacks of splits, which are not random, up to the last measurement', async () => {
    const { anna, path, move } = await openGame(['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5c7', 'g8f6', 'g1f3']);
    expect((await anna.post(`${path}/takeback`, { action: 'offer', as: 'white' })).status).toBe(200);
    expect((await anna.get(path)).body.ply).toBe(6);
    expect(await anna.post(`${path}/takeback`, { action: 'offer', as: 'white' })).toMatchObject({ status: 409 });
    expect((await move('g1h3')).status).toBe(200);
  });
});

/** A position with this many boards: the knight may be on any of this many squares. */
function crowdedPosition(boards: number): string {
  const amplitude = 1 / Math.sqrt(boards);
  const squares = Array.from({ length: boards }, (_, i) => 16 + i);
  const rows = ['4k3', '8', '8', ...Array.from({ length: 4 }, (_, row) => rowOf(squares, 4 - row)), '4K3'];
  const states = squares.map((square) => {
    const occupancy = (1n << BigInt(square)) | (1n << 4n) | (1n << 60n);
    return `${occupancy.toString(16).padStart(16, '0')}:${amplitude},0`;
  });
  return `${rows.join('/')} w - - 0 1 q${boards} ${states.join(' ')}`;
}

function rowOf(squares: readonly number[], rank: number): string {
  const letters = Array.from({ length: 8 }, (_, file) => (squares.includes(rank * 8 + file) ? 'N' : '1'));
  return letters.join('').replace(/1+/g, (gap) => String(gap.length));
}

type Guest = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['guest']>>;
