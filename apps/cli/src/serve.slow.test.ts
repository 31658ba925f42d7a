import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

// That the command serves, and what it survives, is tried in apps/server/src/durability.
const COMMAND = fileURLToPath(new URL('../bin/chessmith.mjs', import.meta.url));

beforeAll(() => {
  const ready = fileURLToPath(new URL('../../../scripts/ready.mjs', import.meta.url));
  const built = spawnSync(process.execPath, [ready, 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
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
