import { readFileSync } from 'node:fs';
import { withTempFolder } from '@chessmith/store/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { build, CHESSMITH_SERVE, childrenOf, startServer } from '../testing/durability/server-process.js';

beforeAll(build);

/** Two rooks on a board of two files; the script counts the moves, so that a lost result would be seen. */
const ROAD = `
  const moves = (pieces, turn) => pieces.filter(({ color }) => color === turn)
    .map(({ x, y }) => ({ from_x: x, from_y: y, to_x: x, to_y: y + (turn === 'white' ? 1 : -1) }));
  const state = (pieces, turn, count) =>
    ({ pieces, possible_moves: moves(pieces, turn), additional_data: { count }, status: 'running', message: 'Move ' + count });
  function startingState() {
    const pieces = [{ color: 'white', name: 'rook', x: 0, y: 0 }, { color: 'black', name: 'rook', x: 1, y: 15 }];
    return { version: 2, name: 'Road', board: { files: 2, ranks: 16 }, ply_cap: 20, ...state(pieces, 'white', 0) };
  }
  function makeMove(pieces, move, turn, { count }) {
    return state(pieces.map((piece) => (piece.x === move.from_x ? { ...piece, y: move.to_y } : piece)), turn, count + 1);
  }`;

test('a scripted game continues after kill -9 of the sandbox and of the server', async () => {
  await withTempFolder(async (data) => {
    const server = await start(data);
    const { token } = await server.post('guests');
    const { ruleset } = await server.post('rulesets', { format: 'javascript', source: ROAD }, token);
    const { game } = await server.post('games', { ruleset: ruleset.id, hotSeat: true, side: 'both' }, token);
    const play = (at: Served, move: string) => at.post(`games/${game}/move`, { move }, token);
    const view = (at: Served) => at.get(`games/${game}`, token);

    expect(await play(server, 'a1a2')).toMatchObject({ ply: 1 });
    const [sandbox, ...more] = sandboxesOf(server.pid);
    expect(more).toEqual([]);
    process.kill(sandbox!, 'SIGKILL');
    // A move at that moment may be refused and is tried again.
    await expect.poll(() => play(server, 'b16b15'), { timeout: 120_000 }).toMatchObject({ ply: 2 });
    expect(sandboxesOf(server.pid)).not.toContain(sandbox);

    const before = await view(server);
    const orphans = sandboxesOf(server.pid);
    await server.kill();
    const again = await start(data);
    expect(await view(again)).toEqual(before);
    expect(await play(again, 'a1a2')).toMatchObject({ code: 'move/no-piece' });
    expect(await play(again, 'a2a3')).toMatchObject({ ply: 3 });
    expect((await view(again)).board).toMatchObject({ extra: { message: 'Move 3' } });
    await expect.poll(() => orphans.filter(isSandbox), { timeout: 120_000 }).toEqual([]);
  });
});

/** The fields of all responses that this test reads. */
type Answer = {
  readonly token: string;
  readonly ruleset: { readonly id: string };
  readonly game: string;
  readonly ply: number;
  readonly board: object;
};
type Served = Awaited<ReturnType<typeof start>>;

async function start(data: string) {
  const server = startServer(CHESSMITH_SERVE, { data });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const address = (await server.ready)!;
  const call = async (path: string, token: string | undefined, request: RequestInit) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return (await (await fetch(`${address}/api/${path}`, { ...request, headers })).json()) as Answer;
  };
  return {
    pid: server.pid,
    kill: () => server.end('SIGKILL'),
    post: (path: string, body: object = {}, token?: string) =>
      call(path, token, { method: 'POST', body: JSON.stringify(body) }),
    get: (path: string, token: string) => call(path, token, {}),
  };
}

const sandboxesOf = (pid: number): readonly number[] => childrenOf(pid).filter(isSandbox);

function isSandbox(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child/process');
  } catch {
    return false;
  }
}
