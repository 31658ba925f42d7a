import { commitTo, gameId, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { openSqliteStore } from './open.js';

test('of two servers that append the same version to one file, one succeeds and the other gets a conflict', async () => {
  await withTempFolder(async (folder) => {
    const servers = [await openSqliteStore({ folder }), await openSqliteStore({ folder })];
    for (let round = 0; round < 20; round++) {
      const results = await Promise.all(
        servers.map(({ games }, server) =>
          games.append(commitTo(gameId(1), { key: `${server}-${round}` }), version(round)),
        ),
      );
      const kinds = results.map(({ kind }) => kind).sort();
      expect(kinds).toEqual(['appended', 'conflict']);
    }
    for (const { games, close } of servers) {
      expect(unwrap(await games.factsOf(gameId(1)))).toHaveLength(20);
      await close();
    }
  });
});
