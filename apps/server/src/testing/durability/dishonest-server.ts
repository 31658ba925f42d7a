/**
 * A server that breaks a promise on purpose, so that tests can prove that they notice. Arguments: the promise to break,
 * then the flags of `chessmith serve`. `early` acknowledges before it stores; `no-sync` does not wait for the disk.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Version } from '@chessmith/game';
import type { Store } from '@chessmith/service';
import { openSqliteStoreWith } from '@chessmith/store/testing';
import { readConfiguration, SERVER_FLAGS } from '../../configuration.js';
import { openServer } from '../../open-server.js';

const LATE_MS = 30;

const [broken, ...flags] = process.argv.slice(2);
const configuration = readConfiguration(parseArgs({ args: flags, options: SERVER_FLAGS }).values, {});
if (!configuration.ok) throw new Error(configuration.error.message);
const file = join(configuration.value.data!, 'chessmith.sqlite');
const store = await openSqliteStoreWith({ file, synchronous: broken === 'no-sync' ? 'OFF' : 'FULL' });
const server = await openServer(configuration.value, { store: broken === 'early' ? acknowledgingEarly(store) : store });
process.stdout.write(`Chessmith listens at ${server.address}\n`);
process.once('SIGTERM', () => void server.close());

function acknowledgingEarly(honest: Store): Store {
  return {
    ...honest,
    games: {
      ...honest.games,
      async append(commit, expected) {
        setTimeout(() => void honest.games.append(commit, expected), LATE_MS);
        return { kind: 'appended', version: (expected + commit.facts.length) as Version };
      },
    },
  };
}
