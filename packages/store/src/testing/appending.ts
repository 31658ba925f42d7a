/**
 * A program of its own that appends to a file until somebody kills it, or until it has done what was asked; its words
 * are FILE HONESTY CALLERS COMMITS.
 *
 * It tells on standard output what it tries (`try GAME KEY FACTS`), what was acknowledged (`ack GAME KEY VERSION`) and
 * what was refused (`no KIND`). HONESTY `early` says `ack` a moment before it
 * asks the store; `no-sync` does not wait for the disk.
 */
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { GameId, Instant } from '@chessmith/game';
import type { Commit, Listing } from '@chessmith/service';
import { openWith } from '../sqlite/open.js';

const [file = '', honesty = 'honest', callers = '1', commits = 'Infinity'] = process.argv.slice(2);
const GAMES_PER_CALLER = 3;

const store = await openWith({ file, synchronous: honesty === 'no-sync' ? 'OFF' : 'FULL' });
await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => appendOn(caller)));
await store.close();

async function appendOn(caller: number): Promise<void> {
  for (let done = 0; done < Number(commits); done++) {
    const game = `kill${caller}-${done % GAMES_PER_CALLER}` as GameId;
    const expected = await store.games.versionOf(game);
    const key = `${process.pid}-${caller}-${done}`;
    const count = 1 + (done % 3);
    tell(`try ${game} ${key} ${count}`);
    if (honesty === 'early') {
      tell(`ack ${game} ${key} ${expected + count}`);
      await setTimeout(5);
    }
    const answer = await store.games.append(commitOf(game, key, count, expected === 0 || done % 10 === 0), expected);
    if (answer.kind !== 'appended') tell(`no ${answer.kind} ${store.readiness().ready ? 'ready' : 'not-ready'}`);
    else if (honesty !== 'early') tell(`ack ${game} ${key} ${answer.version}`);
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
    // Most commits of a server leave the rest of the listing as it was.
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

function tell(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    // Whoever listens is slow; what is not told was never said.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    tell(line);
  }
}
