/**
 * The thread that puts what is in the log into the file itself, while others go on writing to the log. To write many pages
 * and to wait for the disk takes long, and no commit waits for it here.
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
