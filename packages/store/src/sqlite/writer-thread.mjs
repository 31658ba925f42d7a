/**
 * The thread that alone writes. It is plain JavaScript so that Node can start it beside the source as well as beside the
 * build: a thread's file is not compiled by whoever runs the tests.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { appending, relisting } from './append.mjs';
import { assertSafeLibrary } from './library-version.mjs';
import { migrate } from './migrations.mjs';
import { packDone, unpackOrder } from './wire.mjs';

/** @typedef {import('./messages.js').Order} Order */
/** @typedef {import('./messages.js').Done} Done */
/** @typedef {import('./messages.js').Trouble} Trouble */

const CHECKPOINT_PAGES = 4000;
const CACHE_KIB = 32 * 1024;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

try {
  serve(openDatabase(/** @type {import('./messages.js').WriterData} */ (workerData)));
  tell({ kind: 'open' });
} catch (error) {
  tell({ kind: 'not-open', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

/** @param {import('./messages.js').WriterData} data */
function openDatabase({ file, synchronous }) {
  const db = new Database(file, { timeout: 5000 });
  assertSafeLibrary(/** @type {string} */ (db.prepare('SELECT sqlite_version()').pluck().get()));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('mmap_size = 0');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  migrate(db);
  return db;
}

/** @param {Database.Database} db */
function serve(db) {
  const commit = committing(db);
  port.on('message', (/** @type {import('./messages.js').ToWriter} */ message) => {
    switch (message.kind) {
      case 'batch':
        tell({ kind: 'done', done: commit(message.orders.map(unpackOrder)).map(packDone) });
        break;
      case 'close':
        db.close();
        port.close();
        break;
    }
  });
}

/**
 * Carries out a batch as one transaction. An order with trouble of its own must not take the others with it, so where
 * one fails, each is tried alone. When the disk fails, nothing of the batch is done; and since nobody knows what a failed
 * fsync has left behind, it is never tried a second time.
 * @param {Database.Database} db
 * @returns {(orders: readonly Order[]) => Done[]}
 */
function committing(db) {
  const perform = performing(db);
  const inTransaction = db.transaction((/** @type {readonly Order[]} */ orders) =>
    orders.map((order) => /** @type {Done} */ ({ answer: perform(order) })),
  ).immediate;
  /** @type {Trouble | undefined} */
  let lost;

  /** @type {(orders: readonly Order[]) => Done[]} */
  const commit = (orders) => {
    if (lost !== undefined) return orders.map(() => ({ trouble: /** @type {Trouble} */ (lost) }));
    try {
      return inTransaction(orders);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === 'disk') {
        // A full disk may have room again later; an I/O error leaves the file in doubt until it is opened anew.
        if (!isFull(error)) lost = trouble;
        return orders.map(() => ({ trouble }));
      }
      return orders.length === 1 ? [{ trouble }] : orders.flatMap((order) => commit([order]));
    }
  };
  return commit;
}

/**
 * @param {Database.Database} db
 * @returns {(order: Order) => unknown}
 */
function performing(db) {
  const append = appending(db);
  const relist = relisting(db);
  /** @type {Map<string, Database.Statement>} */
  const statements = new Map();

  /** @param {import('./messages.js').Step} step */
  function run([sql, ...values]) {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  }

  return (order) => {
    switch (order.kind) {
      case 'append':
        return append(order);
      case 'relist':
        return relist(order);
      case 'run':
        return order.steps.map(run);
    }
  };
}

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
function troubleOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (/^SQLITE_(?:IOERR|FULL|READONLY|CANTOPEN|PERM|BUSY|NOMEM)/.test(code)) {
    return { kind: 'disk', message: `${code}: ${message}` };
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return { kind: 'damage', message: `${code}: ${message}` };
  return { kind: 'bug', message };
}

/** @param {unknown} error */
function isFull(error) {
  return /^SQLITE_(?:FULL|BUSY|NOMEM)/.test(codeOf(error));
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Database.SqliteError ? error.code : '';
}

/** @param {import('./messages.js').FromWriter} message */
function tell(message) {
  port.postMessage(message);
}
