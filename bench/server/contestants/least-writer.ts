import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** A stored move: game, version, actor, the command's key, and its body. */
export type Row = readonly [game: number, version: number, actor: number, key: string, body: string];

type Database = {
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: readonly unknown[]): unknown };
};

// Uses the store's copy, because the bench has no dependency of its own.
const Sqlite = createRequire(import.meta.resolve('@chessmith/store'))('better-sqlite3') as new (
  file: string,
) => Database;

/**
 * Stores batches of rows, given as one flat list of values, each batch in one durable transaction, and reports when it
 * is done.
 */
const db = new Sqlite(workerData as string);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`CREATE TABLE moves (
  place INTEGER PRIMARY KEY, game INTEGER, version INTEGER, actor INTEGER, key TEXT, body TEXT,
  UNIQUE (game, version), UNIQUE (game, actor, key)
)`);
const insert = db.prepare('INSERT INTO moves (game, version, actor, key, body) VALUES (?, ?, ?, ?, ?)');
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
parentPort!.on('message', (rows: readonly unknown[]) => {
  begin.run();
  for (let i = 0; i < rows.length; i += 5) insert.run(rows[i], rows[i + 1], rows[i + 2], rows[i + 3], rows[i + 4]);
  commit.run();
  parentPort!.postMessage('done');
});
