/** The only thread that writes to the database. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { prepareAppend } from './append.js';
import { errorKind } from './errors.js';
import { prepareRelist } from './listing.js';
import type {
  FromWriter,
  SqlStatement,
  ToWriter,
  WriteError,
  WriteRequest,
  WriteResult,
  WriterData,
} from './messages.js';
import { openWritableDatabase } from './writable-database.js';
import { openWriterCache, type WriterCache } from './writer-cache.js';
import { packResult, unpackRequests } from './writer-messages.js';

/** A commit stays unindexed for at most this long. */
const INDEX_DELAY_MS = 1000;
/** A checkpoint is due when the WAL has this many pages (16 MB) that are not in the file. */
const CHECKPOINT_PAGES = 4000;

const port = parentPort!;

try {
  const data = workerData as WriterData;
  serve(openWritableDatabase(data), data);
  post({ kind: 'opened' });
} catch (error) {
  post({ kind: 'open-failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

function serve(db: Database.Database, data: WriterData): void {
  const cache = openWriterCache(db, data);
  const { commit, index, checkpointIfDue, isLost } = prepareCommit(db, cache, data);
  const changes = db.prepare('SELECT total_changes()').pluck();
  const checkpointBlocker = openCheckpointBlocker(data);
  let timer: NodeJS.Timeout | undefined;
  function indexNow(which: 'all' | 'some'): void {
    clearTimeout(timer);
    timer = undefined;
    index(which);
  }
  port.on('message', (message: ToWriter) => {
    switch (message.kind) {
      case 'batch': {
        const requests = unpackRequests(message.requests);
        const before = changes.get();
        const results = commit(requests).map(packResult);
        post({ kind: 'done', results, hasWritten: changes.get() !== before });
        if (cache.shouldIndex(requests.length)) indexNow('some');
        if (cache.hasUnindexed()) timer ??= setTimeout(indexNow, INDEX_DELAY_MS, 'all');
        checkpointIfDue();
        break;
      }
      case 'close':
        indexNow('all');
        // The last connection to close checkpoints and syncs, unless it is read-only like the blocker.
        if (!isLost()) checkpointBlocker.close();
        db.close();
        checkpointBlocker.close();
        port.close();
        break;
    }
  });
}

/**
 * An extra connection that prevents the checkpoint of the last closing connection: after a failed sync the file must not be
 * synced again.
 */
function openCheckpointBlocker({ file }: WriterData): Database.Database {
  const blocker = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  // In WAL mode a connection holds its lock on the file from its first read until it closes.
  blocker.pragma('schema_version');
  return blocker;
}

/**
 * Commits a batch as one transaction. If a request fails, each is retried alone, so that it does not affect the others. If
 * the disk fails, the whole batch fails. A failed fsync leaves the file in an unknown state, so no write is tried again.
 */
function prepareCommit(
  db: Database.Database,
  cache: WriterCache,
  { checkpointPages = CHECKPOINT_PAGES }: WriterData,
): {
  commit(requests: readonly WriteRequest[]): readonly WriteResult[];
  index(which: 'all' | 'some'): void;
  checkpointIfDue(): void;
  isLost(): boolean;
} {
  const execute = prepareExecute(db, cache);
  const inTransaction = db.transaction((requests: readonly WriteRequest[]) => {
    cache.begin();
    return requests.map((request): WriteResult => ({ value: execute(request) }));
  }).immediate;
  const walStatus = db.prepare<[], [busy: number, inWal: number, inFile: number]>('PRAGMA wal_checkpoint(NOOP)').raw();
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  let fatalError: WriteError | undefined;

  /**
   * A full disk may have space again later. After an I/O error the state of the file is unknown until it is reopened, so
   * the writer stops for good.
   */
  function handleError(error: unknown): WriteError {
    cache.clear();
    const code = error instanceof Database.SqliteError ? error.code : '';
    const message = error instanceof Error ? error.message : String(error);
    const kind = errorKind(code);
    const writeError = { kind, message: kind === 'bug' ? message : `${code}: ${message}` };
    if (kind === 'disk' && !/^SQLITE_(?:FULL|BUSY|NOMEM)/.test(code)) fatalError = writeError;
    return writeError;
  }

  function unlessLost(work: () => void): void {
    if (fatalError !== undefined) return;
    try {
      work();
    } catch (error) {
      handleError(error);
    }
  }

  function commit(requests: readonly WriteRequest[]): readonly WriteResult[] {
    if (fatalError !== undefined) return requests.map(() => ({ error: fatalError! }));
    try {
      return inTransaction(requests);
    } catch (cause) {
      const error = handleError(cause);
      if (error.kind === 'disk') return requests.map(() => ({ error }));
      return requests.length === 1 ? [{ error }] : requests.flatMap((request) => commit([request]));
    }
  }

  return {
    commit,
    /** Commits that cannot be indexed now are retried with the next ones; readers find them anyway. */
    index: (which) => unlessLost(() => cache.index(which)),
    /**
     * Copies a long WAL into the file between two transactions, after the acknowledgements. SQLite then restarts the WAL from
     * its beginning. A reader with an older snapshot delays that; the next check tries again.
     */
    checkpointIfDue: () =>
      unlessLost(() => {
        const [, inWal, inFile] = walStatus.get()!;
        if (inWal - inFile >= checkpointPages) checkpoint.get();
      }),
    isLost: () => fatalError !== undefined,
  };
}

function prepareExecute(db: Database.Database, cache: WriterCache): (request: WriteRequest) => unknown {
  const append = prepareAppend(db, cache);
  const relist = prepareRelist(db, cache);
  const statements = new Map<string, Database.Statement>();

  function run([sql, ...values]: SqlStatement): unknown[] {
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

function post(message: FromWriter): void {
  port.postMessage(message);
}
