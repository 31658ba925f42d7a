/**
 * The thread that alone writes. It is plain JavaScript so that Node can start it beside the source as well as beside the
 * build: a thread's file is not compiled by whoever runs the tests.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { appending } from './append.mjs';
import { openCheckpoints } from './checkpoints.mjs';
import { assertSafeLibrary } from './library-version.mjs';
import { relisting } from './listing.mjs';
import { migrate } from './migrations.mjs';
import { openWriterCache } from './writer-cache.mjs';
import { packResults, unpackRequests } from './writer-messages.mjs';

/** @typedef {import('./messages.js').WriteRequest} Order */
/** @typedef {import('./messages.js').WriteResult} Done */
/** @typedef {import('./messages.js').WriteError} Trouble */

/** Should the thread for it fail, SQLite puts so many pages of the log into the file by itself. */
const CHECKPOINT_PAGES = 20_000;
const CACHE_KIB = 32 * 1024;
/** No commit waits longer than this to be filed. */
const FILING_MS = 1000;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

try {
  const data = /** @type {import('./messages.js').WriterData} */ (workerData);
  const db = openDatabase(data);
  serve(db, data);
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

/**
 * A connection that keeps SQLite from a checkpoint when the others close: after a failed sync nothing may be synced again.
 * @param {import('./messages.js').WriterData} data
 */
function openGuard({ file }) {
  const guard = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  // In WAL mode a connection holds its lock on the file from its first read until it closes.
  guard.pragma('schema_version');
  return guard;
}

/**
 * @param {Database.Database} db
 * @param {import('./messages.js').WriterData} data
 */
function serve(db, data) {
  const ledger = openWriterCache(db, data);
  const { commit, file, fail, isLost } = committing(db, ledger);
  const checkpoints = openCheckpoints(db, data, { fail, isLost });
  const changes = db.prepare('SELECT total_changes()').pluck();
  const guard = openGuard(data);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @param {'all' | 'some'} which */
  function fileNow(which) {
    clearTimeout(timer);
    timer = undefined;
    file(which);
  }
  port.on('message', (/** @type {import('./messages.js').ToWriter} */ message) => {
    switch (message.kind) {
      case 'batch': {
        const orders = unpackRequests(message.orders);
        const before = changes.get();
        const done = commit(orders).map(packResults);
        tell({ kind: 'done', done, hasWritten: changes.get() !== before });
        if (ledger.isFull(orders.length)) fileNow('some');
        if (ledger.hasUnfiled()) timer ??= setTimeout(fileNow, FILING_MS, 'all');
        checkpoints.consider();
        break;
      }
      case 'close':
        fileNow('all');
        // The last connection to close copies the log into the file and syncs both; the guard cannot write, so it does not.
        if (!isLost()) guard.close();
        void checkpoints.close().then(() => {
          db.close();
          guard.close();
          port.close();
        });
        break;
    }
  });
}

/**
 * Carries out a batch as one transaction. An order with trouble of its own must not take the others with it, so where
 * one fails, each is tried alone. When the disk fails, nothing of the batch is done; and since nobody knows what a failed
 * fsync has left behind, it is never tried a second time.
 * @param {Database.Database} db
 * @param {ReturnType<typeof openWriterCache>} ledger
 * @returns {{ commit: (orders: readonly Order[]) => Done[], file: (which: 'all' | 'some') => void, fail: (code: string, message: string) => void, isLost: () => boolean }}
 */
function committing(db, ledger) {
  const perform = performing(db, ledger);
  const inTransaction = db.transaction((/** @type {readonly Order[]} */ orders) => {
    ledger.begin();
    return orders.map((order) => /** @type {Done} */ ({ answer: perform(order) }));
  }).immediate;
  /** @type {Trouble | undefined} */
  let lost;

  /**
   * A full disk may have room again later; an I/O error leaves the file in doubt until it is opened anew.
   * @param {string} code
   * @param {string} message
   */
  function fail(code, message) {
    const trouble = troubleOf(code, message);
    if (trouble.kind === 'disk' && !isFull(code)) lost = trouble;
    return trouble;
  }

  /** @param {unknown} error */
  function noticed(error) {
    ledger.forget();
    return fail(codeOf(error), error instanceof Error ? error.message : String(error));
  }

  /** @type {(orders: readonly Order[]) => Done[]} */
  const commit = (orders) => {
    if (lost !== undefined) return orders.map(() => ({ trouble: /** @type {Trouble} */ (lost) }));
    try {
      return inTransaction(orders);
    } catch (error) {
      const trouble = noticed(error);
      if (trouble.kind === 'disk') {
        return orders.map(() => ({ trouble }));
      }
      return orders.length === 1 ? [{ trouble }] : orders.flatMap((order) => commit([order]));
    }
  };
  return {
    commit,
    fail,
    isLost: () => lost !== undefined,
    /** What cannot be filed now is tried again with what comes next; it is read all the same. */
    file(which) {
      if (lost !== undefined) return;
      try {
        ledger.file(which);
      } catch (error) {
        noticed(error);
      }
    },
  };
}

/**
 * @param {Database.Database} db
 * @param {ReturnType<typeof openWriterCache>} ledger
 * @returns {(order: Order) => unknown}
 */
function performing(db, ledger) {
  const append = appending(db, ledger);
  const relist = relisting(db, ledger);
  /** @type {Map<string, Database.Statement>} */
  const statements = new Map();

  /** @param {import('./messages.js').SqlStatement} step */
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
 * @param {string} code
 * @param {string} message
 * @returns {Trouble}
 */
function troubleOf(code, message) {
  if (/^SQLITE_(?:IOERR|FULL|READONLY|CANTOPEN|PERM|BUSY|NOMEM)/.test(code)) {
    return { kind: 'disk', message: `${code}: ${message}` };
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return { kind: 'damage', message: `${code}: ${message}` };
  return { kind: 'bug', message };
}

/** @param {string} code */
function isFull(code) {
  return /^SQLITE_(?:FULL|BUSY|NOMEM)/.test(code);
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Database.SqliteError ? error.code : '';
}

/** @param {import('./messages.js').FromWriter} message */
function tell(message) {
  port.postMessage(message);
}
