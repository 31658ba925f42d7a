import { join } from 'node:path';
import type { Random } from '@chessmith/std';
import { inFolder } from './folders.js';
import { emptyJournal, lostCommits, note } from './kill.js';
import { afterPowerLoss, systemCallsIn, WHOLE_CALLS } from './power-loss.js';
import type { Program } from './program.js';
import { underStrace } from './strace.js';

const FILE = 'powerless.sqlite';

export type Blackouts = { readonly acknowledged: number; readonly lies: readonly string[] };

/**
 * Lets a process append, watches what it does to its files, and looks at these as they might be found had the power
 * failed at some moment, so many times over.
 */
export async function blackouts(
  { path }: Program,
  honesty: 'honest' | 'no-sync',
  { callers, commits, times }: { readonly callers: number; readonly commits: number; readonly times: number },
  random: Random,
): Promise<Blackouts> {
  const deeds = await inFolder(async (folder) => {
    const words = [path, join(folder, FILE), honesty, `${callers}`, `${commits}`];
    return systemCallsIn((await underStrace(join(folder, 'calls'), WHOLE_CALLS, words)).calls);
  });
  const acks = deeds.flatMap((deed, index) => (deed.kind === 'say' && deed.line.startsWith('ack') ? [index] : []));
  // While something is being written there is most to lose. After the last the program lets go of the file.
  const moments = deeds.flatMap(({ kind }, index) => (kind === 'write' ? [index + 1] : []));
  const playing = moments.filter((moment) => moment > acks[0]! && moment < acks.at(-1)!);
  const all: string[] = [];
  let acknowledged = 0;
  for (let time = 0; time < times; time++) {
    const at = playing[random.int(playing.length)]!;
    const journal = emptyJournal();
    for (const deed of deeds.slice(0, at)) if (deed.kind === 'say') note(journal, deed.line);
    acknowledged += journal.acknowledged.size;
    await inFolder(async (folder) => {
      afterPowerLoss(deeds, at, folder, random);
      // What cannot be opened or read at all is as good as a lie.
      all.push(
        ...(await lostCommits(join(folder, FILE), journal).catch((error: Error) => [
          `not to be read: ${error.message}`,
        ])),
      );
    });
  }
  return { acknowledged, lies: all };
}
