import { readFileSync } from 'node:fs';
import { seededRandom } from '@chessmith/std';
import { connectGuest, type Rules, type Upload, uploadRules } from '../games/clients/guest.js';
import type { Contestant } from '../games/contestant.js';
import { descendantsOf, peakBytes } from '../games/resident.js';
import { quantile } from '../games/statistics.js';
import { exampleFile } from './files.js';
import { type Counted, playFor } from './play-for.js';
import { openTable, type Table } from './table.js';

const TABLES = 50;
const WARM_UP_S = 3;
const SECONDS = 15;
const EXAMPLES = ['chess.py', 'breakthrough.py', 'breakthrough.pl', 'marseillais.ts'];

/**
 * `scripting/games-50`: fifty games by scripts of all languages at once, at a move a second and as fast as possible.
 */
export async function benchGames({ address, pid }: Contestant): Promise<void> {
  const examples = EXAMPLES.map((file) => ({ file, source: readFileSync(exampleFile(file), 'utf8') }));
  const rules = await uploadAll(address, examples);
  const tables = await openTables(address, rules, TABLES);
  await playFor(tables, WARM_UP_S);
  print('scripting/games-50', 'as fast as possible', await playFor(tables, SECONDS));
  print('scripting/games-50', 'at a move a second', await playFor(tables, SECONDS, { perSecond: 1 }));
  for (const table of tables) table.close();
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  const sandbox = descendantsOf(pid).reduce((sum, child) => sum + peakBytes(child), 0);
  console.log(
    `scripting/memory ${megabytes(peakBytes(pid))} MB peak of the server, ${megabytes(sandbox)} MB peak of the sandbox`,
  );
}

/** Uploads rules as one author. */
export async function uploadAll(address: string, uploads: readonly Upload[]): Promise<readonly Rules[]> {
  const author = await connectGuest(address);
  const rules: Rules[] = [];
  for (const { file, source } of uploads) rules.push(await uploadRules(address, author, { file, source }));
  author.client.close();
  return rules;
}

/** Opens tables that use all the rules in turn; their moves are the same in every run. */
export async function openTables(address: string, rules: readonly Rules[], count: number): Promise<readonly Table[]> {
  const random = seededRandom(5);
  const opened = Array.from({ length: count }, (_, number) =>
    openTable(address, rules[number % rules.length]!, random.fork()),
  );
  return Promise.all(opened);
}

function print(name: string, pace: string, { waits, failures, seconds }: Counted): void {
  const [median, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)];
  const codes = [...new Set(failures)].map((code) => ` ${code}`).join('');
  console.log(
    `${name} ${(waits.length / seconds).toFixed(0)} moves per second ${pace} (median ${median.toFixed(1)}, ` +
      `p99 ${p99.toFixed(1)} ms; ${failures.length} failures${codes})`,
  );
}
