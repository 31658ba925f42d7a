import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitTo, gameId, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteArchive } from './archive.js';
import { backUpSqlite } from './backup.js';
import { openSqliteStore } from './open.js';

const GAMES = 20;

test('a backup made during writes is complete, does not restart, and opens as a store', async () => {
  await withTempFolder(async (folder) => {
    const store = await openSqliteStore({ folder });
    const file = join(folder, 'copy.sqlite');
    let isDone = false;
    let at = 0;
    const playOn = async () => {
      while (!isDone) {
        await Promise.all(
          Array.from({ length: GAMES }, (_, number) => {
            const facts = ['one', 'two'].map((says) => ({ type: 'MovePlayed', schema: 1, open: says.repeat(900) }));
            return store.games.append(commitTo(gameId(number), { key: `${at}`, facts }), version(at));
          }),
        );
        at += 2;
      }
    };
    const playing = playOn();
    // Enough pages for several portions.
    while (at < 400) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = at;
    const reported: number[] = [];
    await backUpSqlite({ folder }, file, { progress: (done) => reported.push(done) });
    isDone = true;
    await playing;
    await store.close();

    expect(reported.length).toBeGreaterThan(2);
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual(['copy.sqlite']);
    const copy = await openSqliteStore({ file });
    for (let number = 0; number < GAMES; number++) {
      const facts = unwrap(await copy.games.factsOf(gameId(number)));
      expect(facts.length).toBeGreaterThanOrEqual(before);
      expect(facts.length % 2).toBe(0);
    }
    expect(await copy.games.append(commitTo(gameId(99), { key: 'a' }), version(0))).toMatchObject({ kind: 'appended' });
    await copy.close();
    const db = new Database(file, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });
});

test('a backup needs no server, and other users cannot read it', async () => {
  await withTempFolder(async (folder) => {
    await someGame(folder);
    const file = join(folder, 'copy.sqlite');
    await backUpSqlite({ folder }, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const archive = openSqliteArchive({ file });
    expect(unwrap(await archive.games.factsOf(gameId(1)))).toHaveLength(1);
    archive.close();
    // No `-wal` or `-shm` files, which a reader without write access could not remove.
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual(['copy.sqlite']);
  });
});

test('an existing file is replaced only with `overwrite`, and the source never', async () => {
  await withTempFolder(async (folder) => {
    await someGame(folder);
    const file = join(folder, 'copy');
    writeFileSync(file, 'old');
    await expect(backUpSqlite({ folder }, file)).rejects.toMatchObject({ message: expect.stringContaining('exists') });
    expect(readFileSync(file, 'utf8')).toBe('old');
    await backUpSqlite({ folder }, file, { overwrite: true });
    expect(statSync(file).size).toBeGreaterThan(1000);
    await expect(backUpSqlite({ folder }, folder, { overwrite: true })).rejects.toMatchObject({
      message: `${folder} exists and is not a file`,
    });
    const own = join(folder, 'chessmith.sqlite');
    await expect(backUpSqlite({ folder }, own, { overwrite: true })).rejects.toMatchObject({
      code: 'store/unavailable',
      message: expect.stringContaining('to itself'),
    });
  });
});

test.each([
  ['to a missing folder', (folder: string) => [folder, join(folder, 'nowhere', 'copy')]],
  ['of a folder without a database', (folder: string) => [join(folder, 'nowhere'), join(folder, 'copy')]],
  ['of the file of another program', (folder: string) => [foreignDatabase(folder), join(folder, 'copy')]],
])('a backup %s is refused and leaves nothing behind', async (_, make) => {
  await withTempFolder(async (folder) => {
    await someGame(folder);
    const [from = '', to = ''] = make(folder);
    const source = from.endsWith('.sqlite') ? { file: from } : { folder: from };
    await expect(backUpSqlite(source, to)).rejects.toMatchObject({ code: 'store/unavailable' });
    expect(existsSync(to)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
  });
});

function foreignDatabase(folder: string): string {
  const file = join(folder, 'notes.sqlite');
  const db = new Database(file);
  db.exec('CREATE TABLE notes (text)');
  db.close();
  return file;
}

async function someGame(folder: string): Promise<void> {
  const store = await openSqliteStore({ folder });
  await store.games.append(commitTo(gameId(1), { key: 'a' }), version(0));
  await store.close();
}
