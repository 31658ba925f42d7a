import { cpSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GameId, PersonId } from '@chessmith/game';
import type { Store } from '@chessmith/service';
import { commitTo, gameId, instant, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteArchive } from './archive.js';
import { checksumOf } from './checksum.js';
import { deferredIndex } from './deferred-index.js';
import { MIGRATIONS, migrate } from './migrations.js';
import { openSqliteStore, openSqliteStoreWith } from './open.js';
import { hashOf } from './writer-cache.js';

const [ANNA, BERT] = ['anna', 'bert'] as [PersonId, PersonId];
const GAMES = 60;
const ROUNDS = 20;

/** Appends a commit; later rounds have later activity. Every second commit has a complete listing. */
function play(store: Store, number: number, round: number, key = `m${round}`) {
  const activity = { lastActivityAt: instant(1000 * round + number), deadline: instant(9000 - round) };
  const words = round % 2 ? { activity } : { listing: { ...activity, summary: { round } } };
  return store.games.append(
    commitTo(gameId(number), { key, actor: round % 2 ? ANNA : BERT, ...words }),
    version(round),
  );
}

/** The last round with a complete listing. */
const listedIn = (round: number) => round - (round % 2);

const all = { limit: 100 };
const numberOf = ({ game }: { readonly game: GameId }) => Number(game.replaceAll(/[^0-9]/g, ''));

describe('unindexed commits', () => {
  test.each([
    { indexed: 'none', maxUnindexed: 1000, rounds: 3, unindexed: 9 },
    { indexed: 'some', maxUnindexed: 20, rounds: 8, unindexed: 8 },
  ])('are visible to readers, in this process and in another ($indexed are indexed)', async (given) => {
    const { maxUnindexed, rounds, unindexed } = given;
    const last = rounds - 1;
    await withTempFolder(async (folder) => {
      const file = join(folder, 'chessmith.sqlite');
      const store = await openSqliteStoreWith({ file, synchronous: 'FULL', maxUnindexed });
      for (let round = 0; round < rounds; round++) {
        for (const number of [1, 2, 3]) expect(await play(store, number, round)).toMatchObject({ kind: 'appended' });
      }
      expect(unindexedIn(file)).toBe(unindexed);
      const archive = openSqliteArchive({ folder });
      for (const { games, directory } of [store, archive]) {
        expect(await games.versionOf(gameId(2))).toBe(rounds);
        expect(unwrap(await games.factsOf(gameId(2), { after: version(1) })).map((fact) => fact.version)).toEqual(
          Array.from({ length: last }, (_, index) => index + 2),
        );
        expect(await games.findReceipt(gameId(2), ANNA, 'm1')).toMatchObject({ version: 2 });
        expect(await games.findReceipt(gameId(2), last % 2 ? ANNA : BERT, `m${last}`)).toMatchObject({
          version: rounds,
        });
        expect(await directory.game(gameId(2))).toMatchObject({
          ...{ version: rounds, lastActivityAt: instant(1000 * last + 2), deadline: instant(9000 - last) },
          ...{ summary: { round: listedIn(last) }, summaryVersion: listedIn(last) + 1 },
        });
        expect((await directory.list({}, all)).games.map(numberOf)).toEqual([3, 2, 1]);
        expect(await directory.dueBefore(instant(9000 - last), 10)).toEqual([]);
        expect((await directory.dueBefore(instant(9001 - last), 10)).map(({ summary }) => summary)).toEqual(
          Array.from({ length: 3 }, () => ({ round: listedIn(last) })),
        );
      }
      archive.close();
      await store.close();
      expect(unindexedIn(file)).toBe(0);
    });
  });

  test('are distinguished even if the hashes of their keys are equal', async () => {
    const [one, other] = collidingKeys();
    await withTempFolder(async (folder) => {
      const store = await openSqliteStore({ folder });
      const append = (key: string, expected: number) =>
        store.games.append(commitTo(gameId(1), { key, actor: ANNA }), version(expected));
      expect(await append(one, 0)).toMatchObject({ kind: 'appended', version: 1 });
      expect(await append(other, 1)).toMatchObject({ kind: 'appended', version: 2 });
      expect(await append(other, 2)).toMatchObject({ kind: 'repeated', version: 2 });
      await store.close();
    });
  });

  test('have receipts: a repeated command has no second effect', async () => {
    await withTempFolder(async (folder) => {
      const store = await openSqliteStoreWith({
        file: join(folder, 'a.sqlite'),
        synchronous: 'FULL',
        maxUnindexed: 1000,
      });
      await play(store, 1, 0);
      await play(store, 1, 1);
      expect(await play(store, 1, 2, 'm0')).toMatchObject({ kind: 'repeated', version: 1 });
      expect(await play(store, 1, 2)).toMatchObject({ kind: 'appended', version: 3 });
      await store.close();
    });
  });

  test('are found after a crash by the next process', async () => {
    await withTempFolder(async (folder) => {
      const [file, left] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')];
      const crashing = await openSqliteStoreWith({ file, synchronous: 'FULL', maxUnindexed: 1000 });
      for (const round of [0, 1]) await play(crashing, 1, round);
      for (const part of ['', '-wal']) cpSync(file + part, left + part);
      await crashing.close();

      const store = await openSqliteStoreWith({ file: left, synchronous: 'FULL', maxUnindexed: 1000 });
      expect(unindexedIn(left)).toBe(2);
      expect(await play(store, 1, 2, 'm0')).toMatchObject({ kind: 'repeated', version: 1 });
      expect(await play(store, 1, 2)).toMatchObject({ kind: 'appended', version: 3 });
      await store.close();
    });
  });

  test('are indexed when there are enough, and otherwise soon', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'chessmith.sqlite');
      const store = await openSqliteStore({ folder });
      for (let round = 0; round < 100; round++) await play(store, 0, round);
      expect(unindexedIn(file)).toBeLessThanOrEqual(64);
      await play(store, 0, 100);
      while (unindexedIn(file) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await store.close();
    });
  });
});

test('commits wait for the disk again after indexing', async () => {
  await withTempFolder(async (folder) => {
    const db = new Database(join(folder, 'chessmith.sqlite'));
    migrate(db);
    const FULL = 2;
    db.pragma(`synchronous = ${FULL}`);
    deferredIndex(db, 'FULL')(0);
    expect(db.pragma('synchronous', { simple: true })).toBe(FULL);
    db.close();
  });
});

test('an overwritten index page damages some games, and the others go on', async () => {
  for (const table of ['commit_keys', 'commit_versions']) {
    await withTempFolder(async (folder) => {
      const file = await playedFile(folder);
      // The first page, not the last: inserts of new games split the last page with its neighbours.
      const [page] = leafPagesOf(file, table);
      writeSync(openSync(file, 'r+'), Buffer.alloc(4096, 0x5a), 0, 4096, (page! - 1) * 4096);

      const store = await openSqliteStore({ folder });
      const acknowledged = Array.from({ length: GAMES }, () => ROUNDS);
      const goOn = async (number: number, round: number) => {
        if ((await play(store, number, round)).kind === 'appended') acknowledged[number]! += 1;
      };
      for (let round = ROUNDS; round < 2 * ROUNDS; round++) {
        await forAllGames((number) => goOn(number, round).catch(() => undefined));
      }
      expect(await play(store, GAMES + 1, 0)).toMatchObject({ kind: 'appended' });
      await store.close();
      const again = await openSqliteStore({ folder });
      const read = await forAllGames((number) => again.games.factsOf(gameId(number)));
      const complete = read.filter(({ ok }) => ok);
      if (table === 'commit_versions') expect(complete.length).toBeLessThan(GAMES);
      expect(complete.length).toBeGreaterThan(0);
      // A game is read completely or not at all.
      for (const [number, facts] of read.entries()) {
        if (facts.ok) expect(facts.value).toHaveLength(acknowledged[number]!);
      }
      expect(unwrap(await again.games.factsOf(gameId(GAMES + 1)))).toHaveLength(1);
      await again.close();
    });
  }
});

test('a file of schema 3 keeps the order of its commits and their receipts', async () => {
  await withTempFolder(async (folder) => {
    const db = new Database(join(folder, 'chessmith.sqlite'));
    migrate(db, MIGRATIONS.slice(0, 3));
    const game = db.prepare(
      `INSERT INTO games (id, version, situation, ruleset, is_private, created_at, active_at, summary)
       VALUES (?, 3, 'running', 'standard', 0, 0, 0, '{}')`,
    );
    const commit = db.prepare(
      `INSERT INTO commits (n, first, last, actor, key, body_hash, at, facts, answer, checksum)
       VALUES (@n, @first, @last, @actor, @key, @body_hash, @at, @facts, @answer, @checksum)`,
    );
    for (const number of [1, 2]) game.run(gameId(number));
    for (const first of [1, 2, 3]) {
      for (const n of [2, 1]) {
        const facts = JSON.stringify([{ type: 'MovePlayed', schema: 1, open: { says: `${n} ${first}` } }]);
        const row = {
          n,
          first,
          last: first,
          actor: ANNA,
          key: `m${first}`,
          body_hash: 'hash',
          at: 0,
          facts,
          answer: '{}',
        };
        commit.run({ ...row, checksum: checksumOf(row) });
      }
    }
    db.close();

    const store = await openSqliteStore({ folder });
    expect(unwrap(await store.games.factsOf(gameId(1))).map(({ open }) => open)).toEqual(
      [1, 2, 3].map((first) => ({ says: `1 ${first}` })),
    );
    expect(await store.games.findReceipt(gameId(2), ANNA, 'm2')).toMatchObject({ version: 2 });
    const again = commitTo(gameId(2), { key: 'm2', actor: ANNA, bodyHash: 'hash' });
    expect(await store.games.append(again, version(3))).toMatchObject({ kind: 'repeated', version: 2 });
    expect(await store.games.append({ ...again, key: 'm4' }, version(3))).toMatchObject({
      kind: 'appended',
      version: 4,
    });
    await store.close();
  });
});

async function playedFile(folder: string): Promise<string> {
  const store = await openSqliteStore({ folder });
  for (let round = 0; round < ROUNDS; round++) await forAllGames((number) => play(store, number, round));
  await store.close();
  return join(folder, 'chessmith.sqlite');
}

const forAllGames = <T>(work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: GAMES }, (_, number) => work(number)));

function unindexedIn(file: string): number {
  return selectNumbers(file, 'SELECT count(*) FROM commits WHERE place > (SELECT place FROM filed)')[0]!;
}

/** The numbers of the table's leaf pages, in key order. */
function leafPagesOf(file: string, table: string): number[] {
  return selectNumbers(file, `SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype = 'leaf' ORDER BY path`);
}

function selectNumbers(file: string, sql: string): number[] {
  const db = new Database(file, { readonly: true });
  const answer = db.prepare(sql).pluck().all() as number[];
  db.close();
  return answer;
}

/** Two keys of Anna with the same hash. */
function collidingKeys(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let count = 0; ; count++) {
    const hash = hashOf(ANNA, `key ${count}`);
    const other = seen.get(hash);
    if (other !== undefined) return [other, `key ${count}`];
    seen.set(hash, `key ${count}`);
  }
}
