import { seededRandom } from '@chessmith/std';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blackouts } from '../testing/blackouts.js';
import { makeProgram, type Program } from '../testing/program.js';

const RUNS = 10;
const TIMES = 100;

let appending: Program;
beforeAll(async () => {
  appending = await makeProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

test(`what was acknowledged is there when the power has failed, ${RUNS * TIMES} times over`, async () => {
  const random = seededRandom(Date.now());
  for (let run = 0; run < RUNS; run++) {
    const callers = 1 + random.int(10);
    // So many that the log goes into the file meanwhile.
    const size = { callers, commits: Math.ceil(1300 / callers), times: TIMES };
    const { acknowledged, lies } = await blackouts(appending, 'honest', size, random);
    expect(lies).toEqual([]);
    console.info(`run ${run + 1}: ${TIMES} images of ${callers} callers, ${acknowledged} acknowledgements looked up`);
  }
});
