import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { GameId } from '@chessmith/game';
import type { Store, VersionedFact } from '@chessmith/service';
import { type Random, unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../sqlite/open.js';
import type { Program } from './program.js';

/** What the killed processes said, over all rounds. */
export type Journal = {
  readonly tried: Map<string, { readonly game: GameId; readonly count: number }>;
  readonly acknowledged: Map<string, { readonly game: GameId; readonly version: number }>;
};

export function emptyJournal(): Journal {
  return { tried: new Map(), acknowledged: new Map() };
}

/** Lets a process append to the file and kills it without warning at some moment after its first acknowledgement. */
export async function appendAndKill(
  { path }: Program,
  file: string,
  honesty: 'honest' | 'early',
  callers: number,
  journal: Journal,
  random: Random,
): Promise<void> {
  // A file takes every line at once, and keeps it when the process is gone; a pipe may be full.
  const said = `${file}.said`;
  const output = openSync(said, 'w');
  const child = spawn(process.execPath, [path, file, honesty, `${callers}`], { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const exit = once(child, 'exit');
  while (child.exitCode === null && !readFileSync(said, 'utf8').includes('ack')) await setTimeout(5);
  await setTimeout(random.int(400));
  child.kill('SIGKILL');
  const [code, signal] = await exit;
  if (signal !== 'SIGKILL') throw new Error(`the process ended by itself, with ${code}`);
  // The last line may be cut off.
  for (const line of readFileSync(said, 'utf8').split('\n').slice(0, -1)) note(journal, line);
}

/** Writes down what a program said in one line. */
export function note({ tried, acknowledged }: Journal, line: string): void {
  const [word, game, key, number] = line.split(' ') as [string, GameId, string, string];
  if (word === 'try') tried.set(key, { game, count: Number(number) });
  if (word === 'ack') acknowledged.set(key, { game, version: Number(number) });
}

/** What of the journal is not true of the file: nothing, if the store keeps its promises. */
export async function lostCommits(file: string, journal: Journal): Promise<string[]> {
  const store = await openSqliteStore({ file });
  const found = new Map<string, VersionedFact[]>();
  for (const game of new Set([...journal.tried.values()].map((tried) => tried.game))) {
    for (const fact of unwrap(await store.games.factsOf(game))) {
      const { key } = fact.open as { readonly key: string };
      found.set(key, [...(found.get(key) ?? []), fact]);
    }
  }
  const all = [...missing(journal, found), ...invented(journal, found), ...(await forgotten(store, journal))];
  await store.close();
  return [...all, ...corruption(file)];
}

type Found = ReadonlyMap<string, readonly VersionedFact[]>;

/** Acknowledged, but not there where it was said to be. */
function missing({ acknowledged }: Journal, found: Found): string[] {
  return [...acknowledged]
    .filter(([key, { version }]) => found.get(key)?.at(-1)?.version !== version)
    .map(([key]) => `${key} was acknowledged and is missing`);
}

/** There, but never asked for, or in part, or twice. */
function invented({ tried }: Journal, found: Found): string[] {
  return [...found].flatMap(([key, facts]) => {
    const count = tried.get(key)?.count;
    const isWhole =
      facts.length === count && facts.every(({ version }, index) => version === facts[0]!.version + index);
    return isWhole ? [] : [`${key} has ${facts.length} facts instead of ${count ?? 'none'}`];
  });
}

/** A command whose repetition would have a second effect. */
async function forgotten(store: Store, { acknowledged }: Journal): Promise<string[]> {
  const lost: string[] = [];
  for (const [key, { game, version }] of acknowledged) {
    const remembered = await store.games.findReceipt(game, 'server', key);
    if (remembered?.version !== version) lost.push(`the command ${key} is not remembered`);
  }
  return lost;
}

function corruption(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const check = db.pragma('integrity_check', { simple: true });
  db.close();
  return check === 'ok' ? [] : [`the file is corrupt: ${check}`];
}
