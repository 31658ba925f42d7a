import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testStore } from '@chessmith/service/testing';
import { databaseFile } from './database-path.js';
import { openSqliteStoreWith } from './open.js';

for (const [name, maxUnindexed] of [
  ['SQLite', undefined],
  ['SQLite that indexes every commit at once', 0],
] as const) {
  testStore(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chessmith-store-'));
    const open = () =>
      openSqliteStoreWith({
        file: databaseFile({ folder }),
        synchronous: 'FULL',
        ...(maxUnindexed === undefined ? {} : { maxUnindexed }),
      });
    let store = await open();
    return {
      store,
      async reopen() {
        await store.close();
        store = await open();
        return store;
      },
      async dispose() {
        await store.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
}
