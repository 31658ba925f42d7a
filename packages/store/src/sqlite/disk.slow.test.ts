import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFolder } from '../testing/folders.js';
import { emptyJournal, lostCommits, note } from '../testing/kill.js';
import { makeProgram, type Program } from '../testing/program.js';
import { tooEarly, underStrace, type Watched, whyNoStrace } from '../testing/strace.js';

const COMMITS = 40;
const WRITES_AND_SYNCS = ['-e', 'trace=write,pwrite64,fsync,fdatasync'];

const noStrace = whyNoStrace();
if (noStrace !== undefined) console.warn(`The disk's part is not tried: ${noStrace}.`);

let appending: Program;
beforeAll(async () => {
  appending = await makeProgram(new URL('../testing/appending.ts', import.meta.url));
});
afterAll(() => appending.remove());

const append = (honesty: string, options: readonly string[]): Promise<Watched> =>
  inFolder((folder) => {
    const program = [appending.path, join(folder, 'file.sqlite'), honesty, '1', `${COMMITS}`];
    return underStrace(join(folder, 'calls'), options, program);
  });

describe.skipIf(noStrace !== undefined)('the disk', () => {
  test('has every commit before it is acknowledged', async () => {
    const { calls } = await append('honest', WRITES_AND_SYNCS);
    expect(tooEarly(calls)).toEqual({ acknowledged: COMMITS, tooEarly: 0 });
  });

  test('a store that did not wait for it would be found out', async () => {
    const { calls } = await append('no-sync', WRITES_AND_SYNCS);
    expect(tooEarly(calls)).toEqual({ acknowledged: COMMITS, tooEarly: COMMITS });
  });

  test('that fails to sync is never acknowledged nor tried again: the store refuses from then on', async () => {
    const inject = ['-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO:when=20+'];
    const { said, calls } = await append('honest', inject);
    const answers = answersIn(said);
    const refusedFrom = answers.indexOf('no unavailable not-ready');
    expect(refusedFrom).toBeGreaterThan(0);
    expect(answers).toHaveLength(COMMITS);
    expect(new Set(answers.slice(0, refusedFrom))).toEqual(new Set(['ack']));
    expect(new Set(answers.slice(refusedFrom))).toEqual(new Set(['no unavailable not-ready']));
    // A second sync could succeed without what the first one lost, also when the store closes.
    expect(calls.filter((call) => call.includes('EIO'))).toHaveLength(1);
  });

  test('that is full is answered with a refusal, and with yes again when there is room', async () => {
    const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=ENOSPC:when=150..160'];
    const { said } = await append('honest', inject);
    const answers = answersIn(said);
    expect(new Set(answers)).toEqual(new Set(['ack', 'no unavailable not-ready']));
    expect(answers.at(-1)).toBe('ack');
  });
});

test('a store whose disk failed opens again with what was acknowledged', async (context) => {
  if (noStrace !== undefined) return context.skip(noStrace);
  await inFolder(async (folder) => {
    const file = join(folder, 'file.sqlite');
    const journal = emptyJournal();
    const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EIO:when=150+'];
    const { said } = await underStrace(join(folder, 'calls'), inject, [appending.path, file, 'honest', '1', '40']);
    for (const line of said) note(journal, line);
    expect(journal.acknowledged.size).toBeGreaterThan(0);
    expect(journal.acknowledged.size).toBeLessThan(40);
    expect(await lostCommits(file, journal)).toEqual([]);
  });
});

function answersIn(said: readonly string[]): string[] {
  return said.filter((line) => /^(?:ack|no) /.test(line)).map((line) => line.replace(/^ack .*/, 'ack'));
}
