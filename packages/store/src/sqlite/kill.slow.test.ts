import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { seededRandom } from '@chessmith/std';
import { bundleProgram, type Program } from '@chessmith/std/testing';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { appendAndKill, emptyJournal, lostCommits } from '../testing/kill.js';

let appending: Program;
let migrating: Program;
beforeAll(async () => {
  appending = await bundleProgram(new URL('../testing/appending.ts', import.meta.url));
  migrating = await bundleProgram(new URL('../testing/migrating.ts', import.meta.url));
});
afterAll(() => {
  appending.remove();
  migrating.remove();
});

test('all acknowledged commits survive kill -9, three times', async () => {
  await withTempFolder(async (folder) => {
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

test('the test notices a store that acknowledges before it writes', async () => {
  await withTempFolder(async (folder) => {
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

test('killed migrations continue where they stopped, and none is applied twice or in part', async () => {
  const migrations = 60;
  const random = seededRandom(3);
  await withTempFolder(async (folder) => {
    const file = join(folder, 'migrated.sqlite');
    let kills = 0;
    for (let isDone = false; !isDone; ) {
      const child = spawn(process.execPath, [migrating.path, file, `${migrations}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.on('data', (printed) => {
        if (String(printed).includes('begun') && kills < 5) setTimeout(() => child.kill('SIGKILL'), random.int(60));
      });
      const [code] = await once(child, 'exit');
      if (code === 0) isDone = true;
      else kills += 1;
      expect(inspect(file)).toEqual({ isIntact: true, isConsistent: true });
    }
    expect(kills).toBeGreaterThan(0);
    const db = new Database(file, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(migrations);
    db.close();
  });
});

/** `isConsistent`: the migrations before the file's schema version are applied, each once and completely, and no others. */
function inspect(file: string): { isIntact: boolean; isConsistent: boolean } {
  const db = new Database(file);
  const next = db.pragma('user_version', { simple: true }) as number;
  const steps = next === 0 ? [] : db.prepare('SELECT step FROM done ORDER BY rowid').pluck().all();
  const tables = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'step_%'").pluck().get();
  const rows = steps.map((step) => db.prepare(`SELECT count(*) FROM step_${step}`).pluck().get());
  const isConsistent =
    JSON.stringify(steps) === JSON.stringify(Array.from({ length: next }, (_, step) => step)) &&
    tables === next &&
    rows.every((count) => count === 1000);
  const isIntact = db.pragma('integrity_check', { simple: true }) === 'ok';
  db.close();
  return { isIntact, isConsistent };
}
