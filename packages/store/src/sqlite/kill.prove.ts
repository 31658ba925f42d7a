import { join } from 'node:path';
import { seededRandom } from '@chessmith/std';
import { bundleProgram, type Program } from '@chessmith/std/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { appendAndKill, emptyJournal, lostCommits } from '../testing/kill.js';

const ROUNDS = 50;

let appending: Program;
beforeAll(async () => {
  appending = await bundleProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

test(`all acknowledged commits survive kill -9, ${ROUNDS} times`, async () => {
  await withTempFolder(async (folder) => {
    const file = join(folder, 'killed.sqlite');
    const journal = emptyJournal();
    const random = seededRandom(Date.now());
    for (let round = 0; round < ROUNDS; round++) {
      await appendAndKill(appending, file, 'honest', 1 + random.int(40), journal, random);
      expect(await lostCommits(file, journal)).toEqual([]);
    }
    console.info(`${ROUNDS} kills, ${journal.tried.size} commits tried, ${journal.acknowledged.size} acknowledged`);
  });
});
