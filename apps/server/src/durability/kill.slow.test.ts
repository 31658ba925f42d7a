import { bundleProgram } from '@chessmith/std/testing';
import { withTempFolder } from '@chessmith/store/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { playWhileKilling } from '../testing/durability/kill-test.js';
import { build, CHESSMITH_SERVE } from '../testing/durability/server-process.js';

beforeAll(build);

test('kill -9 during play loses and duplicates no acknowledged command, and does not charge clocks; games continue', async () => {
  await withTempFolder(async (folder) => {
    const outcome = await playWhileKilling({ launch: CHESSMITH_SERVE, folder, seed: 1, kills: 3, pairings: 8 });
    expect(outcome.violations).toEqual([]);
    expect(outcome.commands).toBeGreaterThan(24);
    expect(outcome.repeated).toBeGreaterThan(24);
  });
});

test('a server that acknowledges before it stores is noticed', async () => {
  const program = await bundleProgram(new URL('../testing/durability/dishonest-server.ts', import.meta.url));
  onTestFinished(() => program.remove());
  await withTempFolder(async (folder) => {
    const outcome = await playWhileKilling({ launch: [program.path, 'early'], folder, seed: 2, kills: 2, pairings: 4 });
    expect(outcome.violations).toContainEqual(expect.stringContaining('was acknowledged and is missing'));
  });
});
