import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testUseCases } from '@chessmith/service/testing';
import { openSqliteStore } from './open.js';

testUseCases(
  'SQLite',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chessmith-service-'));
    const store = await openSqliteStore({ folder });
    return {
      store,
      async dispose() {
        await store.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
  'thorough',
);
