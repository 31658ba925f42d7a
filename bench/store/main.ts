/**
 * `npm run bench store [-- append|writer|paced|reads …]`: durable commits per second, the CPU time of a commit by
 * thread, the latency of commits at a steady rate of moves, and the time of the most frequent reads. There is no peer:
 * the numbers are for docs/measurements.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@chessmith/store';
import { benchAppend } from './append.js';
import { moveStore } from './moves.js';
import { benchPaced } from './paced.js';
import { benchReads } from './reads.js';
import { newThreads, threads } from './threads.js';
import { benchWriter } from './writer.js';

const GAMES = 500;
const wanted = process.argv.slice(2);
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
const before = threads();
const store = await openSqliteStore({ folder });
const storeThreads = newThreads(before);
const moves = moveStore(store, GAMES);
for (let game = 0; game < GAMES; game++) await moves.play(game);
if (isWanted('writer')) await benchWriter(moves, storeThreads);
if (isWanted('append')) await benchAppend(moves);
if (isWanted('paced')) await benchPaced(moves);
if (isWanted('reads')) await benchReads(store, moves);
await store.close();
rmSync(folder, { recursive: true });
