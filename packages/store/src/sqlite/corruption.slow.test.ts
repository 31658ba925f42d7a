import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '@chessmith/game';
import type { Store } from '@chessmith/service';
import { commitTo, gameId, version } from '@chessmith/service/testing';
import { err, unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteArchive } from './archive.js';
import { openSqliteStore } from './open.js';

const GAMES = 40;
const COMMITS = 5;

describe('a corrupt file', () => {
  test('a flipped bit quarantines its game, and the others go on', async () => {
    await withTempFolder(async (folder) => {
      const file = await playedFile(folder);
      const bytes = readFileSync(file);
      const at = bytes.indexOf('says-7-3');
      bytes[at] = bytes[at]! ^ 1;
      writeFileSync(file, bytes);

      const store = await openSqliteStore({ folder });
      const damaged = { code: 'store/game-damaged', game: gameId(7), version: 4 };
      expect(await store.games.factsOf(gameId(7))).toEqual(err(damaged));
      expect(await append(store, 7, COMMITS)).toEqual({ kind: 'damaged' });

      expect(unwrap(await store.games.factsOf(gameId(8)))).toHaveLength(COMMITS);
      expect(await append(store, 8, COMMITS)).toMatchObject({ kind: 'appended' });
      expect(store.readiness()).toEqual({ ready: true });
      await store.close();
    });
  });

  test.each([
    ['a missing commit', 'DELETE FROM commits WHERE n = 3 AND first = 2', 2],
    ['a missing last commit', `DELETE FROM commits WHERE n = 3 AND first = ${COMMITS}`, COMMITS],
    ['the facts of another game', 'UPDATE commits SET facts = (SELECT facts FROM commits WHERE n = 4) WHERE n = 3', 1],
    ['a changed answer', `UPDATE commits SET answer = '{}' WHERE n = 3 AND first = 4`, 4],
    ['a commit with a wrong version', 'UPDATE commits SET first = 100 WHERE n = 3 AND first = 1', 1],
  ])('%s is detected', async (_, sql, at) => {
    await withTempFolder(async (folder) => {
      const db = new Database(await playedFile(folder));
      db.exec(sql);
      db.close();
      const store = await openSqliteStore({ folder });
      const game = gameId(2);
      expect(await store.games.factsOf(game)).toEqual(err({ code: 'store/game-damaged', game, version: at }));
      await store.close();
    });
  });

  test('an unreadable summary hides no game: its version is 0, so that it is recomputed', async () => {
    await withTempFolder(async (folder) => {
      alter(await playedFile(folder), `UPDATE games SET summary = '{"tu', active_at = 9e15 WHERE n = 3`);
      const store = await openSqliteStore({ folder });
      const { games } = await store.directory.everyGame({ limit: GAMES });
      expect(games).toHaveLength(GAMES);
      expect(games.filter(({ summaryVersion }) => summaryVersion === 0)).toMatchObject([{ game: gameId(2) }]);
      await store.close();
    });
  });

  test('an unreadable outbox message does not block others', async () => {
    await withTempFolder(async (folder) => {
      const insert = (body: string) => `INSERT INTO outbox (topic, body) VALUES ('results', '${body}');`;
      alter(await playedFile(folder), insert('{"wo') + insert('{"won":true}'));
      const store = await openSqliteStore({ folder });
      const [now, until] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'] as Instant[];
      expect(await store.outbox.take('results', now!, until!, 10)).toMatchObject([{ body: { won: true } }]);
      await store.close();
    });
  });

  test('an overwritten page damages some games, and the store still opens and writes', async () => {
    await withTempFolder(async (folder) => {
      const file = await playedFile(folder);
      const bytes = readFileSync(file);
      const page = Math.floor(bytes.indexOf('says-20-2') / 4096);
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);

      const store = await openSqliteStore({ folder });
      const games = Array.from({ length: GAMES }, (_, number) => store.games.factsOf(gameId(number)));
      const readable = (await Promise.all(games)).filter(({ ok }) => ok);
      expect(readable.length).toBeGreaterThan(0);
      expect(readable.length).toBeLessThan(GAMES);
      expect(await append(store, GAMES + 1, 0)).toMatchObject({ kind: 'appended' });
      await store.close();
    });
  });
});

describe('a file that this version cannot use', () => {
  test.each([
    ['that is not a database', (file: string) => writeFileSync(file, 'pawn'.repeat(5000)), /not a database/],
    ['of another program', (file: string) => alter(file, 'CREATE TABLE notes (text)'), /another program/],
    ['of a newer version', (file: string) => alter(file, newerSchema()), /newer version/],
  ])('%s is refused with the reason and not changed', async (_, make, reason) => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'chessmith.sqlite');
      make(file);
      await expect(openSqliteStore({ file })).rejects.toMatchObject({
        code: 'store/unavailable',
        message: expect.stringMatching(reason),
      });
      await expect(openSqliteStore({ file })).rejects.toMatchObject({
        message: expect.stringContaining(`${file} cannot be used: `),
      });
      expect(() => openSqliteArchive({ file })).toThrow(reason);
    });
  });

  test('of an older version is refused by the archive, with what to do', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'chessmith.sqlite');
      await (await openSqliteStore({ file })).close();
      alter(file, 'PRAGMA user_version = 1');
      expect(() => openSqliteArchive({ file })).toThrow(/older version .*serve it/);
    });
  });
});

function newerSchema(): string {
  return 'PRAGMA application_id = 0x4368536d; PRAGMA user_version = 9999; CREATE TABLE later (text)';
}

function alter(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

async function playedFile(folder: string): Promise<string> {
  const store = await openSqliteStore({ folder });
  for (let round = 0; round < COMMITS; round++) {
    await Promise.all(Array.from({ length: GAMES }, (_, number) => append(store, number, round)));
  }
  await store.close();
  return join(folder, 'chessmith.sqlite');
}

function append(store: Store, number: number, at: number) {
  const facts = [{ type: 'MovePlayed', schema: 1, open: { says: `says-${number}-${at}`, more: 'x'.repeat(300) } }];
  return store.games.append(commitTo(gameId(number), { key: `${at}`, facts }), version(at));
}
