import { join } from 'node:path';
import type { Random } from '@chessmith/std';
import type { Program } from '@chessmith/std/testing';
import { withTempFolder } from './folders.js';
import { addToJournal, emptyJournal, lostCommits } from './kill.js';
import { systemCallsIn, WHOLE_CALLS, writeFilesAfterPowerLoss } from './power-loss.js';
import { underStrace } from './strace.js';

const FILE = 'powerless.sqlite';

/** `checkpointPages`: a checkpoint is made when the WAL has this many pages. */
export type PowerLossSize = Readonly<Record<'callers' | 'commits' | 'checkpointPages' | 'times', number>>;

export type PowerLossReport = { readonly acknowledged: number; readonly problems: readonly string[] };

/**
 * Records the system calls of a process that appends. Then, `times` times, it rebuilds the files as a power loss at a random
 * moment might leave them, and looks for lost commits.
 */
export async function simulatePowerLosses(
  { path }: Program,
  honesty: 'honest' | 'no-sync',
  { callers, commits, checkpointPages, times }: PowerLossSize,
  random: Random,
): Promise<PowerLossReport> {
  const calls = await withTempFolder(async (folder) => {
    const args = [path, join(folder, FILE), honesty, `${callers}`, `${commits}`, `${checkpointPages}`];
    return systemCallsIn((await underStrace(join(folder, 'calls'), WHOLE_CALLS, args)).calls);
  });
  const acks = calls.flatMap((call, index) => (call.kind === 'print' && call.line.startsWith('ack') ? [index] : []));
  // Moments just after a write, when most is unsynced; not after the last acknowledgement, when the program closes the file.
  const moments = calls.flatMap(({ kind }, index) => (kind === 'write' ? [index + 1] : []));
  const appending = moments.filter((moment) => moment > acks[0]! && moment < acks.at(-1)!);
  const problems: string[] = [];
  let acknowledged = 0;
  for (let time = 0; time < times; time++) {
    const at = appending[random.int(appending.length)]!;
    const journal = emptyJournal();
    for (const call of calls.slice(0, at)) if (call.kind === 'print') addToJournal(journal, call.line);
    acknowledged += journal.acknowledged.size;
    await withTempFolder(async (folder) => {
      writeFilesAfterPowerLoss(calls, at, folder, random);
      // A file that cannot be opened is a problem, too.
      problems.push(
        ...(await lostCommits(join(folder, FILE), journal).catch((error: Error) => [`unreadable: ${error.message}`])),
      );
    });
  }
  return { acknowledged, problems };
}
