import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '@chessmith/game';
import { commitTo, gameId, version } from '@chessmith/service/testing';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteStore } from './open.js';

test('a missing folder is created, and contains one file after closing', async () => {
  await withTempFolder(async (folder) => {
    const path = { folder: join(folder, 'deep', 'data') };
    const store = await openSqliteStore(path);
    await store.games.append(commitTo(gameId(1), { key: 'a' }), version(0));
    await store.close();
    expect(readdirSync(path.folder)).toEqual(['chessmith.sqlite']);
  });
});

test('a folder that cannot be created is refused with the reason', async () => {
  await withTempFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openSqliteStore({ folder: join(folder, 'file', 'data') })).rejects.toMatchObject({
      code: 'store/unavailable',
      message: expect.stringContaining('cannot be used: ENOTDIR'),
    });
  });
});

test('other users cannot read the files, even in a readable folder', async () => {
  await withTempFolder(async (folder) => {
    chmodSync(folder, 0o755);
    const store = await openSqliteStore({ folder });
    await store.games.append(commitTo(gameId(1), { key: 'a' }), version(0));
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes).toEqual(['', '-shm', '-wal'].map((end) => [`chessmith.sqlite${end}`, 0o600]));
    await store.close();
  });
});

test('a store can be closed twice', async () => {
  await withTempFolder(async (folder) => {
    const store = await openSqliteStore({ folder });
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(store.directory.game(gameId(1))).rejects.toMatchObject({ code: 'store/unavailable' });
    await expect(store.settings.set('a', 1)).rejects.toMatchObject({ code: 'store/unavailable' });
  });
});

test('a failing request does not affect the others of its batch', async () => {
  await withTempFolder(async (folder) => {
    const store = await openSqliteStore({ folder });
    const wrong = { ...commitTo(gameId(2), { key: 'a' }), at: 'never' as Instant };
    const commits = [commitTo(gameId(1), { key: 'a' }), wrong, commitTo(gameId(3), { key: 'a' })];
    const settled = await Promise.allSettled(commits.map((commit) => store.games.append(commit, version(0))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.games.versionOf(gameId(2))).toBe(0);
    expect(await store.games.versionOf(gameId(3))).toBe(1);
    expect(store.readiness()).toEqual({ ready: true });
    await store.close();
  });
});
