import { statSync } from 'node:fs';
import { join } from 'node:path';
import { commitTo, gameId, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteStore } from './open.js';

const MEGABYTE = 1_000_000;

test('the WAL stays short under many writes: it is checkpointed and restarted', async () => {
  await withTempFolder(async (folder) => {
    const file = join(folder, 'chessmith.sqlite');
    const store = await openSqliteStore({ folder });
    const facts = [{ type: 'MovePlayed', schema: 1, open: 'x'.repeat(100_000) }];
    for (let round = 0; round < 50; round++) {
      await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          store.games.append(commitTo(gameId(number), { key: `${round}`, facts }), version(round)),
        ),
      );
    }
    // The test has written 100 MB.
    expect(statSync(file).size).toBeGreaterThan(50 * MEGABYTE);
    expect(statSync(`${file}-wal`).size).toBeLessThan(80 * MEGABYTE);
    await store.close();
    const again = await openSqliteStore({ folder });
    expect(unwrap(await again.games.factsOf(gameId(7)))).toHaveLength(50);
    await again.close();
  });
});
