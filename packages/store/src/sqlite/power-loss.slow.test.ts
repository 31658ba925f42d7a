import { seededRandom } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blackouts } from '../testing/blackouts.js';
import { makeProgram, type Program } from '../testing/program.js';
import { whyNoStrace } from '../testing/strace.js';

const noStrace = whyNoStrace();
let appending: Program;
beforeAll(async () => {
  appending = await makeProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

describe.skipIf(noStrace !== undefined)(`power that fails${noStrace === undefined ? '' : ` (${noStrace})`}`, () => {
  test('takes nothing that was acknowledged, whatever the disk had yet to write and however little of it', async () => {
    const { acknowledged, lies } = await blackouts(
      appending,
      'honest',
      { callers: 4, commits: 30, times: 12 },
      seededRandom(1),
    );
    expect(lies).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
  });

  test('would find out a store that does not wait for the disk', async () => {
    const { lies } = await blackouts(appending, 'no-sync', { callers: 1, commits: 30, times: 3 }, seededRandom(2));
    expect(lies.length).toBeGreaterThan(0);
  });
});
