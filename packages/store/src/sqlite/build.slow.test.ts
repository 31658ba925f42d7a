import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

beforeAll(() => {
  const built = spawnSync(process.execPath, [path('../../../../scripts/ready.mjs'), 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

test('the built store finds its writer thread and stores commits', async () => {
  await withTempFolder(async (folder) => {
    const { stdout, stderr } = spawnSync(process.execPath, [path('../testing/from-build.mjs'), folder], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { kind: 'appended', version: 1 },
      { kind: 'repeated', version: 1, at: '2026-01-01T00:00:00.000Z', answer: { done: true } },
    ]);
  });
});
