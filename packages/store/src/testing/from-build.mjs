/** A program that uses the built store as a server does: `node from-build.mjs FOLDER`. */
import { openSqliteStore } from '../../dist/index.js';

const [folder = ''] = process.argv.slice(2);
const at = '2026-01-01T00:00:00.000Z';
const game = 'fromBuild111';
const commit = {
  ...{ game, actor: 'server', key: 'a', bodyHash: 'a', at, answer: JSON.stringify({ done: true }) },
  facts: [JSON.stringify({ type: 'GameCreated', schema: 1, open: {} })],
  listing: {
    ...{ situation: 'running', ruleset: 'standard', isPrivate: false, host: null, seats: { white: null, black: null } },
    ...{ alias: null, joinCode: null, createdAt: at, lastActivityAt: at, deadline: null, summary: {} },
  },
};

for (let start = 0; start < 2; start++) {
  const store = await openSqliteStore({ folder });
  console.log(JSON.stringify(await store.games.append(/** @type {any} */ (commit), /** @type {any} */ (0))));
  await store.close();
}
