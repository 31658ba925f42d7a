/**
 * The thread that checkpoints the WAL into the database file while the writer appends to the WAL. Copying and syncing many
 * pages takes long, and here no commit waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** @typedef {import('./messages.js').FromCheckpointer} FromCheckpointer */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { file, synchronous } = /** @type {import('./messages.js').WriterData} */ (workerData);
const db = new Database(file, { fileMustExist: true });
db.pragma(`synchronous = ${synchronous}`);
db.pragma('mmap_size = 0');

port.on('message', (/** @type {import('./messages.js').ToCheckpointer} */ message) => {
  switch (message) {
    case 'checkpoint':
      port.postMessage(checkpoint());
      break;
    case 'close':
      db.close();
      port.close();
      break;
  }
});

/** @returns {FromCheckpointer} */
function checkpoint() {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
    return { kind: 'done' };
  } catch (error) {
    const { code, message } = /** @type {Error & { code: string }} */ (error);
    return { kind: 'failed', code, message };
  }
}
