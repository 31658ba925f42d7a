import { seededRandom } from '@chessmith/std';
import { bundleProgram, type Program } from '@chessmith/std/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatePowerLosses } from '../testing/power-loss-runs.js';

const RUNS = 10;
const TIMES = 100;

let appending: Program;
beforeAll(async () => {
  appending = await bundleProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

test(`all acknowledged commits survive ${RUNS * TIMES} power losses`, async () => {
  const random = seededRandom(Date.now());
  for (let run = 0; run < RUNS; run++) {
    const callers = 1 + random.int(10);
    // Enough commits to cause some checkpoints.
    const size = { callers, commits: Math.ceil(1300 / callers), checkpointPages: 300, times: TIMES };
    const { acknowledged, problems } = await simulatePowerLosses(appending, 'honest', size, random);
    expect(problems).toEqual([]);
    console.info(`run ${run + 1}: ${TIMES} images of ${callers} callers, ${acknowledged} acknowledgements looked up`);
  }
});
