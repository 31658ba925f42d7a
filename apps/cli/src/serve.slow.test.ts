import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../bin/chessmith.mjs', import.meta.url));
const KILLS = 3;
const GAMES = 4;
const PLAYED_BETWEEN = 6;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(() => {
  const ready = fileURLToPath(new URL('../../../scripts/ready.mjs', import.meta.url));
  const built = spawnSync(process.execPath, [ready, 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'chessmith-serve-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function serve(data: string): Promise<{ child: ChildProcess; api: string }> {
  const args = [
    COMMAND,
    'serve',
    '--http-host',
    '127.0.0.1',
    '--http-port',
    '0',
    '--data',
    data,
    '--log-level',
    'silent',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, api: `${/http\S+/.exec(line)![0]}/api` };
  }
  throw new Error('chessmith serve did not start');
}

async function post(url: string, token: string | null, body: object, key?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as never as { [name: string]: string } };
}

test('kill -9 during play loses nothing that was acknowledged and doubles nothing; guests and games go on', async () => {
  const data = folder();
  const LINE = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'b1c3', 'b8c6', 'c3b1', 'c6b8'];
  let { child, api } = await serve(data);
  const { token } = (await post(`${api}/guests`, null, {})).body;
  const games = await Promise.all(
    Array.from({ length: GAMES }, async () => {
      const made = await post(`${api}/games`, token!, { side: 'both', hotSeat: true, ruleset: 'king-of-the-hill' });
      return { id: made.body.game!, acknowledged: 0 };
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    let isDead = false;
    const playing = games.map(async (game) => {
      while (!isDead && game.acknowledged < LINE.length) {
        const key = String(game.acknowledged);
        const move = { move: LINE[game.acknowledged]! };
        const answer = await post(`${api}/games/${game.id}/move`, token!, move, key).catch(() => null);
        if (answer === null) return;
        expect(answer).toMatchObject({ status: 200 });
        game.acknowledged += 1;
        await pause(5);
      }
    });
    // Something must have been acknowledged before, and something be under way.
    const enough = PLAYED_BETWEEN * (kill + 1);
    while (games.reduce((sum, { acknowledged }) => sum + acknowledged, 0) < enough) await pause(2);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    isDead = true;
    await Promise.all(playing);
    ({ child, api } = await serve(data));
    for (const game of games) {
      const view = (await (await fetch(`${api}/games/${game.id}`)).json()) as { ply: number; moves: unknown[] };
      // A move may have been stored whose acknowledgement did not arrive; the same key finds out.
      expect(view.ply - game.acknowledged).toBeOneOf([0, 1]);
      expect(view.moves).toHaveLength(view.ply);
    }
  }
  for (const game of games) {
    for (; game.acknowledged < LINE.length; game.acknowledged++) {
      const move = { move: LINE[game.acknowledged]! };
      const answer = await post(`${api}/games/${game.id}/move`, token!, move, String(game.acknowledged));
      expect(answer).toMatchObject({ status: 200, body: { ply: game.acknowledged + 1 } });
    }
  }
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('a setting that makes no sense is told', async () => {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--http-port', 'x'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (text) => {
    told += text;
  });
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(told).toContain('CHESSMITH_HTTP_PORT');
});
