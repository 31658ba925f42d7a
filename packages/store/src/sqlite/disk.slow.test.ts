import { join } from 'node:path';
import { bundleProgram, type Program } from '@chessmith/std/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { addToJournal, emptyJournal, lostCommits } from '../testing/kill.js';
import { countEarlyAcks, type TracedRun, underStrace, whyNoStrace } from '../testing/strace.js';

const COMMITS = 40;
const WRITES_AND_SYNCS = ['-e', 'trace=write,pwrite64,fsync,fdatasync'];

const noStrace = whyNoStrace();
if (noStrace !== undefined) console.warn(`The tests of the disk are skipped: ${noStrace}.`);

let appending: Program;
beforeAll(async () => {
  appending = await bundleProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

const append = (honesty: string, options: readonly string[], ...more: string[]): Promise<TracedRun> =>
  withTempFolder((folder) => {
    const program = [appending.path, join(folder, 'file.sqlite'), honesty, '1', `${COMMITS}`, ...more];
    return underStrace(join(folder, 'calls'), options, program);
  });

describe.skipIf(noStrace !== undefined)('the disk', () => {
  test('has synced every commit before it is acknowledged', async () => {
    const { calls } = await append('honest', WRITES_AND_SYNCS);
    expect(countEarlyAcks(calls)).toEqual({ acknowledged: COMMITS, tooEarly: 0 });
  });

  test('is not waited for by a store without fsync, and this test notices', async () => {
    const { calls } = await append('no-sync', WRITES_AND_SYNCS);
    expect(countEarlyAcks(calls)).toEqual({ acknowledged: COMMITS, tooEarly: COMMITS });
  });

  test.each([
    { what: 'a commit', failing: '.sqlite-wal>', nth: 15, checkpointPages: '4000' },
    { what: 'a checkpoint', failing: '.sqlite>', nth: 2, checkpointPages: '50' },
  ])('that fails to sync $what makes the store refuse all further commits, without another sync', async (given) => {
    const { failing, nth, checkpointPages } = given;
    const trace = ['-y', '-e', 'trace=fdatasync,fsync'];
    const syncs = (await append('honest', trace, checkpointPages)).calls.filter((call) => call.includes('sync('));
    const when = syncs.flatMap((call, index) => (call.includes(failing) ? [index + 1] : []))[nth - 1];
    const inject = [...trace, '-e', `inject=fdatasync,fsync:error=EIO:when=${when}+`];
    const { printed, calls } = await append('honest', inject, checkpointPages);
    const results = resultsIn(printed);
    const refusedFrom = results.indexOf('no unavailable not-ready');
    expect(refusedFrom).toBeGreaterThan(0);
    expect(results).toHaveLength(COMMITS);
    expect(new Set(results.slice(0, refusedFrom))).toEqual(new Set(['ack']));
    expect(new Set(results.slice(refusedFrom))).toEqual(new Set(['no unavailable not-ready']));
    // A second sync could succeed although the first one lost data; closing must not sync either.
    expect(calls.filter((call) => call.includes('EIO'))).toEqual([expect.stringContaining(failing)]);
  });

  test('that is full causes refusals until there is space again', async () => {
    const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=ENOSPC:when=150..160'];
    const { printed } = await append('honest', inject);
    const results = resultsIn(printed);
    expect(new Set(results)).toEqual(new Set(['ack', 'no unavailable not-ready']));
    expect(results.at(-1)).toBe('ack');
  });
});

test('a store whose disk failed reopens with all acknowledged commits', async (context) => {
  if (noStrace !== undefined) return context.skip(noStrace);
  await withTempFolder(async (folder) => {
    const file = join(folder, 'file.sqlite');
    const journal = emptyJournal();
    const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EIO:when=150+'];
    const { printed } = await underStrace(join(folder, 'calls'), inject, [appending.path, file, 'honest', '1', '40']);
    for (const line of printed) addToJournal(journal, line);
    expect(journal.acknowledged.size).toBeGreaterThan(0);
    expect(journal.acknowledged.size).toBeLessThan(40);
    expect(await lostCommits(file, journal)).toEqual([]);
  });
});

function resultsIn(printed: readonly string[]): string[] {
  return printed.filter((line) => /^(?:ack|no) /.test(line)).map((line) => line.replace(/^ack .*/, 'ack'));
}
