import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@chessmith/service';
import { commitTo, gameId, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteArchive } from './archive.js';
import { openSqliteStoreWith } from './open.js';

const MEGABYTE = 1_000_000;
const GAMES = 5;
const ROUNDS = 40;
const facts = [{ type: 'MovePlayed', schema: 1, open: 'x'.repeat(100_000) }];

/** Appends 20 MB, in transactions of half a megabyte, and reads after each of them. */
async function appendMuch(store: Store, from: number, read: () => Promise<unknown>): Promise<void> {
  for (let round = from; round < from + ROUNDS; round++) {
    const append = (_: unknown, number: number) =>
      store.games.append(commitTo(gameId(number), { key: `${round}`, facts }), version(round));
    await Promise.all([...Array.from({ length: GAMES }, append), read()]);
  }
}

test('the WAL stays short under many writes, while others read', async () => {
  await withTempFolder(async (folder) => {
    const file = join(folder, 'chessmith.sqlite');
    const store = await openSqliteStoreWith({ file, synchronous: 'FULL', checkpointPages: 500 });
    const archive = openSqliteArchive({ folder });
    await appendMuch(store, 0, () => archive.games.factsOf(gameId(1)));
    expect(statSync(file).size).toBeGreaterThan(15 * MEGABYTE);
    expect(statSync(`${file}-wal`).size).toBeLessThan(5 * MEGABYTE);
    archive.close();
    await store.close();
    const again = openSqliteArchive({ folder });
    expect(unwrap(await again.games.factsOf(gameId(1)))).toHaveLength(ROUNDS);
    again.close();
  });
});

test('the WAL grows no more when a long read has ended', async () => {
  await withTempFolder(async (folder) => {
    const file = join(folder, 'chessmith.sqlite');
    const store = await openSqliteStoreWith({ file, synchronous: 'FULL', checkpointPages: 500 });
    const reader = new Database(file, { readonly: true });
    reader.exec('BEGIN; SELECT count(*) FROM commits');
    await appendMuch(store, 0, async () => {});
    const grown = statSync(`${file}-wal`).size;
    expect(grown).toBeGreaterThan(15 * MEGABYTE);
    reader.exec('COMMIT');
    await appendMuch(store, ROUNDS, async () => {});
    expect(statSync(`${file}-wal`).size).toBeLessThan(grown + 5 * MEGABYTE);
    reader.close();
    await store.close();
  });
});
