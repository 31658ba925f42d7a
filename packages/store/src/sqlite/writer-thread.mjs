/**
 * The only thread that writes to the database. It is plain JavaScript, so that Node can start it from the source as well as
 * from the build: test runners do not compile the files of worker threads.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { prepareAppend } from './append.mjs';
import { openCheckpoints } from './checkpoints.mjs';
import { assertSafeLibrary } from './library-version.mjs';
import { prepareRelist } from './listing.mjs';
import { migrate } from './migrations.mjs';
import { openWriterCache } from './writer-cache.mjs';
import { packResult, unpackRequests } from './writer-messages.mjs';

/** @typedef {import('./messages.js').WriteRequest} WriteRequest */
/** @typedef {import('./messages.js').WriteResult} WriteResult */
/** @typedef {import('./messages.js').WriteError} WriteError */

/** If the checkpoint thread fails, SQLite checkpoints a WAL of this size during a commit. */
const AUTOCHECKPOINT_PAGES = 20_000;
const CACHE_KIB = 32 * 1024;
/** A commit stays unindexed for at most this long. */
const INDEX_DELAY_MS = 1000;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

try {
  const data = /** @type {import('./messages.js').WriterData} */ (workerData);
  const db = openDatabase(data);
  serve(db, data);
  post({ kind: 'opened' });
} catch (error) {
  post({ kind: 'open-failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

/** @param {import('./messages.js').WriterData} data */
function openDatabase({ file, synchronous }) {
  const db = new Database(file, { timeout: 5000 });
  assertSafeLibrary(/** @type {string} */ (db.prepare('SELECT sqlite_version()').pluck().get()));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('mmap_size = 0');
  db.pragma(`wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  migrate(db);
  return db;
}

/**
 * An extra connection that prevents the checkpoint of the last closing connection: after a failed sync the file must not be
 * synced again.
 * @param {import('./messages.js').WriterData} data
 */
function openCheckpointBlocker({ file }) {
  const blocker = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  // In WAL mode a connection holds its lock on the file from its first read until it closes.
  blocker.pragma('schema_version');
  return blocker;
}

/**
 * @param {Database.Database} db
 * @param {import('./messages.js').WriterData} data
 */
function serve(db, data) {
  const cache = openWriterCache(db, data);
  const { commit, index, fail, isLost } = prepareCommit(db, cache);
  const checkpoints = openCheckpoints(db, data, { fail, isLost });
  const changes = db.prepare('SELECT total_changes()').pluck();
  const checkpointBlocker = openCheckpointBlocker(data);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @param {'all' | 'some'} which */
  function indexNow(which) {
    clearTimeout(timer);
    timer = undefined;
    index(which);
  }
  port.on('message', (/** @type {import('./messages.js').ToWriter} */ message) => {
    switch (message.kind) {
      case 'batch': {
        const requests = unpackRequests(message.requests);
        const before = changes.get();
        const results = commit(requests).map(packResult);
        post({ kind: 'done', results, hasWritten: changes.get() !== before });
        if (cache.shouldIndex(requests.length)) indexNow('some');
        if (cache.hasUnindexed()) timer ??= setTimeout(indexNow, INDEX_DELAY_MS, 'all');
        checkpoints.startIfDue();
        break;
      }
      case 'close':
        indexNow('all');
        // The last connection to close checkpoints and syncs, unless it is read-only like the blocker.
        if (!isLost()) checkpointBlocker.close();
        void checkpoints.close().then(() => {
          db.close();
          checkpointBlocker.close();
          port.close();
        });
        break;
    }
  });
}

/**
 * Commits a batch as one transaction. If a request fails, each is retried alone, so that it does not affect the others. If
 * the disk fails, the whole batch fails. A failed fsync leaves the file in an unknown state, so no write is tried again.
 * @param {Database.Database} db
 * @param {ReturnType<typeof openWriterCache>} cache
 * @returns {{ commit: (requests: readonly WriteRequest[]) => WriteResult[], index: (which: 'all' | 'some') => void, fail: (code: string, message: string) => void, isLost: () => boolean }}
 */
function prepareCommit(db, cache) {
  const execute = prepareExecute(db, cache);
  const inTransaction = db.transaction((/** @type {readonly WriteRequest[]} */ requests) => {
    cache.begin();
    return requests.map((request) => /** @type {WriteResult} */ ({ value: execute(request) }));
  }).immediate;
  /** @type {WriteError | undefined} */
  let fatalError;

  /**
   * A full disk may have space again later. After an I/O error the state of the file is unknown until it is reopened, so
   * the writer stops for good.
   * @param {string} code
   * @param {string} message
   */
  function fail(code, message) {
    const error = classifyError(code, message);
    if (error.kind === 'disk' && !isTemporary(code)) fatalError = error;
    return error;
  }

  /** @param {unknown} error */
  function handleError(error) {
    cache.clear();
    return fail(codeOf(error), error instanceof Error ? error.message : String(error));
  }

  /** @type {(requests: readonly WriteRequest[]) => WriteResult[]} */
  const commit = (requests) => {
    if (fatalError !== undefined) return requests.map(() => ({ error: /** @type {WriteError} */ (fatalError) }));
    try {
      return inTransaction(requests);
    } catch (cause) {
      const error = handleError(cause);
      if (error.kind === 'disk') {
        return requests.map(() => ({ error }));
      }
      return requests.length === 1 ? [{ error }] : requests.flatMap((request) => commit([request]));
    }
  };
  return {
    commit,
    fail,
    isLost: () => fatalError !== undefined,
    /** Commits that cannot be indexed now are retried with the next ones; readers find them anyway. */
    index(which) {
      if (fatalError !== undefined) return;
      try {
        cache.index(which);
      } catch (error) {
        handleError(error);
      }
    },
  };
}

/**
 * @param {Database.Database} db
 * @param {ReturnType<typeof openWriterCache>} cache
 * @returns {(request: WriteRequest) => unknown}
 */
function prepareExecute(db, cache) {
  const append = prepareAppend(db, cache);
  const relist = prepareRelist(db, cache);
  /** @type {Map<string, Database.Statement>} */
  const statements = new Map();

  /** @param {import('./messages.js').SqlStatement} statement */
  function run([sql, ...values]) {
    const prepared = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, prepared);
    if (prepared.reader) return prepared.all(...values);
    prepared.run(...values);
    return [];
  }

  return (request) => {
    switch (request.kind) {
      case 'append':
        return append(request);
      case 'relist':
        return relist(request);
      case 'run':
        return request.statements.map(run);
    }
  };
}

/**
 * @param {string} code
 * @param {string} message
 * @returns {WriteError}
 */
function classifyError(code, message) {
  if (/^SQLITE_(?:IOERR|FULL|READONLY|CANTOPEN|PERM|BUSY|NOMEM)/.test(code)) {
    return { kind: 'disk', message: `${code}: ${message}` };
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return { kind: 'corruption', message: `${code}: ${message}` };
  return { kind: 'bug', message };
}

/** @param {string} code */
function isTemporary(code) {
  return /^SQLITE_(?:FULL|BUSY|NOMEM)/.test(code);
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Database.SqliteError ? error.code : '';
}

/** @param {import('./messages.js').FromWriter} message */
function post(message) {
  port.postMessage(message);
}
