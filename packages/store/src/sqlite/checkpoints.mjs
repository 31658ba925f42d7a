import { Worker } from 'node:worker_threads';

/** @typedef {import('./messages.js').FromCheckpointer} FromCheckpointer */
/** @typedef {import('./messages.js').ToCheckpointer} ToCheckpointer */

/** After so many more pages in the log they are put into the file. */
const STEP_PAGES = 1000;
/** So many transactions may pass before somebody looks how long the log is. */
const TRANSACTIONS = 16;
/** A log of so many pages begins anew. */
const MOST_PAGES = 8000;

/**
 * Keeps the log short without making commits wait: another thread puts its pages into the file. When the log is long
 * enough to begin anew, that has to be done to the last page while nobody writes; so the writer does the last few itself.
 * @param {import('better-sqlite3').Database} db
 * @param {import('./messages.js').WriterData} data
 * @param {{ fail: (code: string, message: string) => void, isLost: () => boolean }} disk
 */
export function openCheckpoints(db, data, { fail, isLost }) {
  /** Started when there is something to do, which in small houses is never. @type {Worker | undefined} */
  let worker;
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)').raw();
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').raw();
  let isAtIt = false;
  let transactions = 0;

  /** How many pages are in the log, and how many of them are in the file too. */
  const pages = () => {
    const [, inLog, inFile] = /** @type {[number, number, number]} */ (look.get());
    return { inLog, inFile };
  };

  function start() {
    const started = new Worker(new URL('./checkpoint-thread.mjs', import.meta.url), { workerData: data });
    started.on('message', (/** @type {FromCheckpointer} */ message) => {
      isAtIt = false;
      if (message.kind === 'failed') return fail(message.code, message.message);
      if (isLost()) return;
      const { inLog, inFile } = pages();
      if (inLog - inFile >= STEP_PAGES) begin();
      else if (inLog >= MOST_PAGES) finish();
    });
    // Then the log grows until SQLite does it by itself in the middle of a commit.
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
    isAtIt = true;
    worker ??= start();
    tell(worker, 'checkpoint');
  }

  return {
    /** After each transaction. */
    consider() {
      transactions += 1;
      if (isAtIt || isLost() || transactions % TRANSACTIONS !== 0) return;
      const { inLog, inFile } = pages();
      if (inLog - inFile >= STEP_PAGES) begin();
    },
    /** Resolves when the other thread has let go of the file. */
    async close() {
      if (worker === undefined) return;
      const ended = new Promise((resolve) => worker?.once('exit', resolve));
      tell(worker, 'close');
      await ended;
    },
  };
}

/**
 * @param {Worker} worker
 * @param {ToCheckpointer} message
 */
function tell(worker, message) {
  worker.postMessage(message);
}
