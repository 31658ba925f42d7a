import { seededRandom } from '@chessmith/std';
import { bundleProgram, type Program } from '@chessmith/std/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePowerLosses } from '../testing/power-loss-runs.js';
import { whyNoStrace } from '../testing/strace.js';

const noStrace = whyNoStrace();
let appending: Program;
beforeAll(async () => {
  appending = await bundleProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

describe.skipIf(noStrace !== undefined)(`a power loss${noStrace === undefined ? '' : ` (${noStrace})`}`, () => {
  test('loses no acknowledged commit, whichever unsynced sectors are lost', async () => {
    const { acknowledged, problems } = await simulatePowerLosses(
      appending,
      'honest',
      { callers: 4, commits: 30, checkpointPages: 50, times: 12 },
      seededRandom(1),
    );
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
  });

  test('loses commits of a store without fsync, and this test notices', async () => {
    const { problems } = await simulatePowerLosses(
      appending,
      'no-sync',
      { callers: 1, commits: 30, checkpointPages: 4000, times: 3 },
      seededRandom(2),
    );
    expect(problems.length).toBeGreaterThan(0);
  });
});
