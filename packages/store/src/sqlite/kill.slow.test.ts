import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@chessmith/std';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFolder } from '../testing/folders.js';
import { appendAndKill, emptyJournal, lostCommits } from '../testing/kill.js';
import { makeProgram, type Program } from '../testing/program.js';

const MIGRATING = fileURLToPath(new URL('../testing/migrating.mjs', import.meta.url));

let appending: Program;
beforeAll(async () => {
  appending = await makeProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

test('what was acknowledged is there after kill -9, three times over', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'killed.sqlite');
    const journal = emptyJournal();
    const random = seededRandom(1);
    for (let round = 0; round < 3; round++) {
      await appendAndKill(appending, file, 'honest', 10, journal, random);
      expect(await lostCommits(file, journal)).toEqual([]);
    }
    expect(journal.acknowledged.size).toBeGreaterThan(20);
  });
});

test('a store that acknowledged before it wrote would be found out', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'killed.sqlite');
    const journal = emptyJournal();
    const random = seededRandom(2);
    let found: string[] = [];
    for (let round = 0; round < 10 && found.length === 0; round++) {
      await appendAndKill(appending, file, 'early', 10, journal, random);
      found = await lostCommits(file, journal);
    }
    expect(found).toContainEqual(expect.stringContaining('was acknowledged and is missing'));
  });
});

test('a migration killed half way goes on where it was, and no step is done twice or in part', async () => {
  const steps = 60;
  const random = seededRandom(3);
  await inFolder(async (folder) => {
    const file = join(folder, 'migrated.sqlite');
    let kills = 0;
    for (let isThrough = false; !isThrough; ) {
      const child = spawn(process.execPath, [MIGRATING, file, `${steps}`], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.on('data', (said) => {
        if (String(said).includes('begun') && kills < 5) setTimeout(() => child.kill('SIGKILL'), random.int(60));
      });
      const [code] = await once(child, 'exit');
      if (code === 0) isThrough = true;
      else kills += 1;
      expect(leftBehind(file)).toEqual({ isOk: true, isInStep: true });
    }
    expect(kills).toBeGreaterThan(0);
    const db = new Database(file, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(steps);
    db.close();
  });
});

/** Whether the steps that are done are exactly those before the number in the file, each once and whole. */
function leftBehind(file: string): { isOk: boolean; isInStep: boolean } {
  const db = new Database(file);
  const next = db.pragma('user_version', { simple: true }) as number;
  const steps = next === 0 ? [] : db.prepare('SELECT step FROM done ORDER BY rowid').pluck().all();
  const tables = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'step_%'").pluck().get();
  const rows = steps.map((step) => db.prepare(`SELECT count(*) FROM step_${step}`).pluck().get());
  const isInStep =
    JSON.stringify(steps) === JSON.stringify(Array.from({ length: next }, (_, step) => step)) &&
    tables === next &&
    rows.every((count) => count === 1000);
  const isOk = db.pragma('integrity_check', { simple: true }) === 'ok';
  db.close();
  return { isOk, isInStep };
}
