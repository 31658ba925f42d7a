import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer, readConfiguration } from '@chessmith/server';
import { unwrap } from '@chessmith/std';
import { serveContestant } from './bench-process.js';

/** The server as in production, on a data folder of its own; only the limits on new guests and reads are lifted. */
const data = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
const flags = {
  'http-host': '127.0.0.1',
  'http-port': '0',
  data,
  'log-level': 'warn',
  'guests-per-minute': '1000000',
  'reads-per-second': '1000000',
};
const server = await openServer(unwrap(readConfiguration(flags, {})));
serveContestant(server.address, async () => {
  await server.close();
  rmSync(data, { recursive: true });
});
