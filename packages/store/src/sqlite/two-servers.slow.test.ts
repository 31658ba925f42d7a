import { commitTo, gameId, version } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { inFolder } from '../testing/folders.js';
import { openSqliteStore } from './open.js';

test('two servers on one file never overwrite each other: of the same move, one wins and the other is told', async () => {
  await inFolder(async (folder) => {
    const servers = [await openSqliteStore({ folder }), await openSqliteStore({ folder })];
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        servers.map(({ games }, server) =>
          games.append(commitTo(gameId(1), { key: `${server}-${round}` }), version(round)),
        ),
      );
      const kinds = answers.map(({ kind }) => kind).sort();
      expect(kinds).toEqual(['appended', 'conflict']);
    }
    for (const { games, close } of servers) {
      expect(unwrap(await games.factsOf(gameId(1)))).toHaveLength(20);
      await close();
    }
  });
});
