import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

beforeAll(() => {
  const built = spawnSync(process.execPath, [path('../../../../scripts/ready.mjs'), 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

test('the built sandbox finds its process and its threads', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [path('../testing/from-build.mjs')], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '{"kind":"win","winner":"white","by":"script"}\n', stderr: '' });
});
