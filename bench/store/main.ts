/**
 * `npm run bench store [-- SECONDS]`: durable commits per second and processor time per commit, by how many wait at once,
 * and the time of the reads that a server does most. There is no peer: the numbers are for docs/measurements.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GameId, Instant, PersonId, Version } from '@chessmith/game';
import type { Commit } from '@chessmith/service';
import { openSqliteStore } from '@chessmith/store';

const SECONDS = Number(process.argv[2] ?? 4);
const GAMES = 500;
const START = Date.UTC(2026, 0, 1);

const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
const store = await openSqliteStore({ folder });
const versions = new Array<number>(GAMES).fill(0);
let keys = 0;

for (let game = 0; game < GAMES; game++) await append(game);
for (const callers of [1, 10, 100, 500]) await benchAppend(callers);
await benchRead('the version of a game', (game) => store.games.versionOf(gameId(game)));
await benchRead('a command that is remembered', (game) => store.games.remembered(gameId(game), personId(game), 'none'));
await benchRead('the last fact of a game', (game) =>
  store.games.factsOf(gameId(game), { after: (versions[game]! - 1) as Version }),
);
await benchRead('50 facts of a game', (game) =>
  store.games.factsOf(gameId(game), { after: Math.max(versions[game]! - 50, 0) as Version }),
);
await benchRead('a list of 20 games', () => store.directory.list({ situations: ['running'] }, { limit: 20 }));
await store.close();
rmSync(folder, { recursive: true });

async function benchAppend(callers: number): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  const start = performance.now();
  const cpu = process.cpuUsage();
  let commits = 0;
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let game = caller; performance.now() < end; game = (game + callers) % (GAMES - (GAMES % callers))) {
        const asked = performance.now();
        await append(game);
        waits.push(performance.now() - asked);
        commits += 1;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const rate = Math.round((commits * 1000) / (performance.now() - start));
  waits.sort((a, b) => a - b);
  const wait = (share: number) => waits[Math.floor(waits.length * share)]!.toFixed(1);
  console.log(
    `store/append ${callers} at once: ${rate} commits/s, ${((user + system) / commits).toFixed(1)} µs of processor time ` +
      `per commit, waited ${wait(0.5)} ms (half), ${wait(0.99)} ms (99 of 100)`,
  );
}

async function benchRead(name: string, read: (game: number) => Promise<unknown>): Promise<void> {
  const count = 2000;
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index++) await read(index % GAMES);
  const { user, system } = process.cpuUsage(cpu);
  console.log(`store/read ${name}: ${((user + system) / count).toFixed(1)} µs`);
}

async function append(game: number): Promise<void> {
  const answer = await store.games.append(commitTo(game), versions[game] as Version);
  if (answer.kind !== 'appended') throw new Error(`not appended: ${answer.kind}`);
  versions[game] = answer.version;
}

function commitTo(game: number): Commit {
  keys += 1;
  const at = instant(START + keys * 3);
  const ply = versions[game]!;
  const open = {
    ...{
      at,
      color: 'white',
      ply,
      notation: 'Nf3',
      record: { move: 'g1f3' },
      usedChance: false,
      turn: 'black',
      tookMs: 1200,
    },
    happened: [{ kind: 'moved', role: 'knight', color: 'white', from: 'g1', to: 'f3' }],
    clocks: { white: 180_000, black: 180_000 },
  };
  return {
    ...{ game: gameId(game), actor: personId(game), key: `key-${keys}`, bodyHash: '0123456789abcdef'.repeat(2), at },
    facts: [{ type: 'MovePlayed', schema: 1, open }],
    answer: { version: ply + 1, notation: 'Nf3' },
    listing: {
      ...{ situation: 'running', ruleset: 'standard', isPrivate: false, host: personId(game), alias: null },
      ...{
        seats: { white: personId(game), black: personId(game + 1) },
        joinCode: null,
        summary: { turn: 'white', ply },
      },
      ...{ createdAt: instant(START), lastActivityAt: at, deadline: instant(START + keys * 3 + 60_000) },
    },
  };
}

function gameId(game: number): GameId {
  return `game${String(game).padStart(8, 'A')}` as GameId;
}

function personId(person: number): PersonId {
  return `a0000000-0000-4000-8000-${String(person).padStart(12, '0')}` as PersonId;
}

function instant(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}
