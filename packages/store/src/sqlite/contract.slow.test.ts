import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testStore } from '@chessmith/service/testing';
import { openSqliteStore } from './open.js';

testStore('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-store-'));
  let store = await openSqliteStore({ folder });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore({ folder });
      return store;
    },
    async dispose() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
