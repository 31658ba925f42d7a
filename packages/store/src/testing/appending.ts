/**
 * A program that appends to a file until it is killed or has made its commits. Arguments: FILE HONESTY CALLERS COMMITS
 * CHECKPOINT_PAGES; the last two are optional.
 *
 * It prints each attempt (`try GAME KEY FACTS`), each acknowledgement (`ack GAME KEY VERSION`) and each refusal (`no KIND`).
 * HONESTY `early` prints `ack` 5 ms before it calls the store; `no-sync` does not wait for the disk.
 */
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { GameId, Instant } from '@chessmith/game';
import type { Commit, Listing } from '@chessmith/service';
import { openSqliteStoreWith } from '../sqlite/open.js';

const [file = '', honesty = 'honest', callers = '1', commits = 'Infinity', checkpointPages] = process.argv.slice(2);
const GAMES_PER_CALLER = 3;

const store = await openSqliteStoreWith({
  file,
  synchronous: honesty === 'no-sync' ? 'OFF' : 'FULL',
  ...(checkpointPages !== undefined && { checkpointPages: Number(checkpointPages) }),
});
await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => appendInLoop(caller)));
await store.close();

async function appendInLoop(caller: number): Promise<void> {
  for (let done = 0; done < Number(commits); done++) {
    const game = `kill${caller}-${done % GAMES_PER_CALLER}` as GameId;
    const expected = await store.games.versionOf(game);
    const key = `${process.pid}-${caller}-${done}`;
    const count = 1 + (done % 3);
    print(`try ${game} ${key} ${count}`);
    if (honesty === 'early') {
      print(`ack ${game} ${key} ${expected + count}`);
      await setTimeout(5);
    }
    const result = await store.games.append(commitOf(game, key, count, expected === 0 || done % 10 === 0), expected);
    if (result.kind !== 'appended') print(`no ${result.kind} ${store.readiness().ready ? 'ready' : 'not-ready'}`);
    else if (honesty !== 'early') print(`ack ${game} ${key} ${result.version}`);
  }
}

function commitOf(game: GameId, key: string, count: number, isListed: boolean): Commit {
  const at = '2026-01-01T00:00:00.000Z' as Instant;
  return {
    game,
    actor: 'server',
    key,
    bodyHash: key,
    at,
    facts: Array.from({ length: count }, (_, index) =>
      JSON.stringify({ type: 'Tried', schema: 1, open: { key, index, count } }),
    ),
    answer: JSON.stringify({ key }),
    // Most commits of a real server change only these two fields of the listing.
    listing: isListed ? listingAt(at) : { lastActivityAt: at, deadline: null },
  };
}

function listingAt(at: Instant): Listing {
  return {
    ...{ situation: 'running', ruleset: 'standard', isPrivate: false, host: null },
    ...{ seats: { white: null, black: null }, alias: null, joinCode: null },
    ...{ createdAt: at, lastActivityAt: at, deadline: null, summary: {} },
  };
}

function print(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    // The reader of the pipe is slow. Retry, since the journal needs every line.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    print(line);
  }
}
