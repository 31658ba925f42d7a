import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, shell } from './testing/installing.js';
import { ask, emptyFolder, serveWith } from './testing/serving.js';

const COMMAND = join(ROOT, 'apps', 'cli', 'bin', 'chessmith.mjs');
const GAMES = 6;
const LINE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
type Table = { readonly id: unknown; acknowledged: number };

beforeAll(() => shell('node scripts/ready.mjs build', ROOT));

const serve = (data: string) =>
  serveWith([
    ...[process.execPath, COMMAND, 'serve', '--data', data],
    ...['--http-host', '127.0.0.1', '--http-port', '0', '--log-level', 'silent'],
  ]);

const chessmith = (...words: string[]) => shell(`'${process.execPath}' '${COMMAND}' ${words.join(' ')}`, ROOT);

test('a restored backup has every move that was acknowledged before it began', async () => {
  const folder = emptyFolder();
  const data = join(folder, 'data');
  const { child, address } = await serve(data);
  const { token } = (await ask(`${address}/api/guests`, { name: 'Anna' })).body;
  const options = { ruleset: 'king-of-the-hill', hotSeat: true, side: 'both' };
  const tables: Table[] = [];
  for (let made = 0; made < GAMES; made++) {
    tables.push({ id: (await ask(`${address}/api/games`, options, token)).body.game, acknowledged: 0 });
  }
  let isOver = false;
  const playing = tables.map(async (table) => {
    while (!isOver) {
      const move = LINE[table.acknowledged % LINE.length]!;
      const { status } = await ask(`${address}/api/games/${table.id}/move`, { move }, token);
      // The game ends when the same position occurs for the fifth time.
      if (status !== 200) return;
      table.acknowledged += 1;
    }
  });
  while (tables.some(({ acknowledged }) => acknowledged < 3)) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = tables.map(({ acknowledged }) => acknowledged);
  await chessmith('backup', join(folder, 'copy.sqlite'), '--data', data);
  isOver = true;
  await Promise.all(playing);
  expect(await chessmith('verify', '--data', data)).toContain('nothing is wrong');
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;

  const restored = join(folder, 'restored');
  mkdirSync(restored);
  cpSync(join(folder, 'copy.sqlite'), join(restored, 'chessmith.sqlite'));
  expect(await chessmith('verify', '--data', restored)).toContain(`${GAMES} games`);
  const again = await serve(restored);
  for (const [index, { id, acknowledged }] of tables.entries()) {
    const { body } = await ask(`${again.address}/api/games/${id}`);
    expect(body.ply).toBeGreaterThanOrEqual(before[index]!);
    expect(body.ply).toBeLessThanOrEqual(acknowledged);
  }
  // The backup contains the player's account, so the token still works.
  const made = await ask(`${again.address}/api/games`, options, token);
  expect(made).toMatchObject({ status: 201, body: { situation: 'running' } });
});

test('only commands that read a data folder load the server and its native library', async () => {
  const guard = join(emptyFolder(), 'guard.cjs');
  writeFileSync(
    guard,
    `const Module = require('node:module');
     const load = Module._load;
     Module._load = (name, ...more) => {
       if (/better-sqlite3|fastify/.test(name)) throw new Error('loaded ' + name);
       return load(name, ...more);
     };`,
  );
  const guarded = (...words: string[]) =>
    shell(`'${process.execPath}' -r ${guard} '${COMMAND}' ${words.join(' ')}`, ROOT);
  expect(await guarded('perft', '--ruleset', 'standard', '--depth', '2')).toBe('400\n');
  expect(await guarded('backup', '--help')).toContain('chessmith backup FILE');
  await expect(guarded('verify')).rejects.toThrow(/loaded /);
});
