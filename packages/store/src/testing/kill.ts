import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { GameId } from '@chessmith/game';
import type { Store, VersionedFact } from '@chessmith/service';
import { type Random, unwrap } from '@chessmith/std';
import type { Program } from '@chessmith/std/testing';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../sqlite/open.js';

/** The attempts and acknowledgements that the killed processes printed, over all rounds. */
export type Journal = {
  readonly tried: Map<string, { readonly game: GameId; readonly count: number }>;
  readonly acknowledged: Map<string, { readonly game: GameId; readonly version: number }>;
};

export function emptyJournal(): Journal {
  return { tried: new Map(), acknowledged: new Map() };
}

/** Starts a process that appends to the file, and kills it (SIGKILL) at a random moment after its first acknowledgement. */
export async function appendAndKill(
  { path }: Program,
  file: string,
  honesty: 'honest' | 'early',
  callers: number,
  journal: Journal,
  random: Random,
): Promise<void> {
  // The process prints to a file, which keeps every line after the kill. A pipe could be full.
  const printed = `${file}.said`;
  const output = openSync(printed, 'w');
  const child = spawn(process.execPath, [path, file, honesty, `${callers}`], { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const exit = once(child, 'exit');
  while (child.exitCode === null && !readFileSync(printed, 'utf8').includes('ack')) await setTimeout(5);
  await setTimeout(random.int(400));
  child.kill('SIGKILL');
  const [code, signal] = await exit;
  if (signal !== 'SIGKILL') throw new Error(`the process ended before it was killed, with code ${code}`);
  // The last line may be incomplete.
  for (const line of readFileSync(printed, 'utf8').split('\n').slice(0, -1)) addToJournal(journal, line);
}

/** Adds one printed line to the journal. */
export function addToJournal({ tried, acknowledged }: Journal, line: string): void {
  const [word, game, key, number] = line.split(' ') as [string, GameId, string, string];
  if (word === 'try') tried.set(key, { game, count: Number(number) });
  if (word === 'ack') acknowledged.set(key, { game, version: Number(number) });
}

/** Describes each difference between the journal and the file; empty if the store is durable. */
export async function lostCommits(file: string, journal: Journal): Promise<string[]> {
  const store = await openSqliteStore({ file });
  const found = new Map<string, VersionedFact[]>();
  for (const game of new Set([...journal.tried.values()].map((tried) => tried.game))) {
    for (const fact of unwrap(await store.games.factsOf(game))) {
      const { key } = fact.open as { readonly key: string };
      found.set(key, [...(found.get(key) ?? []), fact]);
    }
  }
  const all = [...missing(journal, found), ...invented(journal, found), ...(await withoutReceipt(store, journal))];
  await store.close();
  return [...all, ...corruption(file)];
}

type Found = ReadonlyMap<string, readonly VersionedFact[]>;

/** Acknowledged commits that are not in the file at their version. */
function missing({ acknowledged }: Journal, found: Found): string[] {
  return [...acknowledged]
    .filter(([key, { version }]) => found.get(key)?.at(-1)?.version !== version)
    .map(([key]) => `${key} was acknowledged and is missing`);
}

/** Commits in the file that were never attempted, are incomplete, or are there twice. */
function invented({ tried }: Journal, found: Found): string[] {
  return [...found].flatMap(([key, facts]) => {
    const count = tried.get(key)?.count;
    const isComplete =
      facts.length === count && facts.every(({ version }, index) => version === facts[0]!.version + index);
    return isComplete ? [] : [`${key} has ${facts.length} facts instead of ${count ?? 'none'}`];
  });
}

/** Acknowledged commands without a receipt; repeating them would have a second effect. */
async function withoutReceipt(store: Store, { acknowledged }: Journal): Promise<string[]> {
  const lost: string[] = [];
  for (const [key, { game, version }] of acknowledged) {
    const receipt = await store.games.findReceipt(game, 'server', key);
    if (receipt?.version !== version) lost.push(`the command ${key} has no receipt`);
  }
  return lost;
}

function corruption(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const check = db.pragma('integrity_check', { simple: true });
  db.close();
  return check === 'ok' ? [] : [`the file is corrupt: ${check}`];
}
