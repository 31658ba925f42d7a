import { accessSync, constants, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { databaseFile } from './database-path.js';
import { assertLibrary } from './library.js';
import { makeFolder } from './make-folder.js';

const FILE_NAME = 'chessmith.lock';

/** Exclusive use of a data folder by this process. */
export type FolderLock = { release(): void };

/**
 * Locks a folder until `release` or the end of this process, including a crash. Throws `StoreUnavailable` if another process
 * has the lock. Tools that read, copy or repair do not take it, so that they work beside a server.
 */
export function lockFolder(folder: string): FolderLock {
  assertLibrary();
  let db: Database.Database;
  try {
    makeFolder(folder);
    // SQLite would only say that it cannot open the file.
    accessSync(folder, constants.W_OK | constants.X_OK);
    // Nothing is written to this file. The operating system holds the lock, so that a crash does not leave it behind.
    db = new Database(join(folder, FILE_NAME), { timeout: 0 });
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    const isTaken = cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY';
    const why = isTaken ? 'another server uses it' : (cause as Error).message;
    throw new StoreUnavailable(`the folder ${folder} cannot be used: ${why}`, { cause });
  }
  return { release: () => void db.close() };
}

/** Removes the database of a folder. Throws `StoreUnavailable` if a server uses it. */
export function removeDatabase(folder: string): void {
  const { release } = lockFolder(folder);
  const file = databaseFile({ folder });
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
  release();
}
