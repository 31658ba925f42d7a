import { accessSync, constants, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { fileIn } from './database-path.js';
import { assertLibrary } from './library.js';
import { makeFolder } from './make-folder.js';

const FILE_NAME = 'chessmith.lock';

/** A folder that this process alone serves. */
export type FolderLock = { release(): void };

/**
 * Takes a folder for this process until it lets go or ends, however it ends. Throws `StoreUnavailable` when somebody else
 * has it. Programs that read, or copy, or put something right beside a server do not ask for it.
 */
export function lockFolder(folder: string): FolderLock {
  assertLibrary();
  let db: Database.Database;
  try {
    makeFolder(folder);
    // SQLite would only say that it cannot open its file.
    accessSync(folder, constants.W_OK | constants.X_OK);
    // Nothing is ever written there. The lock is the operating system's, so that no crash leaves it behind.
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

/** Removes the database of a folder. Throws `StoreUnavailable` when somebody else has it. */
export function removeDatabase(folder: string): void {
  const { release } = lockFolder(folder);
  const file = fileIn({ folder });
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
  release();
}
