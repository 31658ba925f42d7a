import { Worker } from 'node:worker_threads';

/** @typedef {import('./messages.js').FromCheckpointer} FromCheckpointer */
/** @typedef {import('./messages.js').ToCheckpointer} ToCheckpointer */

/** A checkpoint starts when the WAL has this many pages that are not in the file. */
const CHECKPOINT_PAGES = 1000;
/** The size of the WAL is checked after this many transactions. */
const TRANSACTIONS_PER_CHECK = 16;
/** A WAL with this many pages is checkpointed completely, so that SQLite restarts it from its beginning. */
const RESTART_PAGES = 8000;

/**
 * Keeps the WAL short without delaying commits: another thread copies its pages into the file. SQLite restarts a WAL only
 * after a complete checkpoint without concurrent writes, so the writer itself copies the last few pages of a long WAL.
 * @param {import('better-sqlite3').Database} db
 * @param {import('./messages.js').WriterData} data
 * @param {{ fail: (code: string, message: string) => void, isLost: () => boolean }} disk
 */
export function openCheckpoints(db, data, { fail, isLost }) {
  /** Started on first use; small servers never need it. @type {Worker | undefined} */
  let worker;
  const walStatus = db.prepare('PRAGMA wal_checkpoint(NOOP)').raw();
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').raw();
  let isRunning = false;
  let transactions = 0;

  /** The number of pages in the WAL, and how many of them are already in the file. */
  const pages = () => {
    const [, inLog, inFile] = /** @type {[number, number, number]} */ (walStatus.get());
    return { inLog, inFile };
  };

  function start() {
    const started = new Worker(new URL('./checkpoint-thread.mjs', import.meta.url), { workerData: data });
    started.on('message', (/** @type {FromCheckpointer} */ message) => {
      isRunning = false;
      if (message.kind === 'failed') return fail(message.code, message.message);
      if (isLost()) return;
      const { inLog, inFile } = pages();
      if (inLog - inFile >= CHECKPOINT_PAGES) begin();
      else if (inLog >= RESTART_PAGES) finish();
    });
    // Without the thread, the WAL grows until SQLite checkpoints it during a commit (`wal_autocheckpoint`).
    started.on('error', () => undefined);
    return started;
  }

  function finish() {
    try {
      checkpoint.get();
    } catch (error) {
      const { code, message } = /** @type {Error & { code: string }} */ (error);
      fail(code, message);
    }
  }

  function begin() {
    isRunning = true;
    worker ??= start();
    send(worker, 'checkpoint');
  }

  return {
    /** To call after each transaction. */
    startIfDue() {
      transactions += 1;
      if (isRunning || isLost() || transactions % TRANSACTIONS_PER_CHECK !== 0) return;
      const { inLog, inFile } = pages();
      if (inLog - inFile >= CHECKPOINT_PAGES) begin();
    },
    /** Resolves when the other thread has closed the file. */
    async close() {
      if (worker === undefined) return;
      const ended = new Promise((resolve) => worker?.once('exit', resolve));
      send(worker, 'close');
      await ended;
    },
  };
}

/**
 * @param {Worker} worker
 * @param {ToCheckpointer} message
 */
function send(worker, message) {
  worker.postMessage(message);
}
