import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { assertApplication, assertReadable } from './archive.js';
import { type DatabasePath, databaseFile } from './database-path.js';
import { assertLibrary } from './library.js';

export type BackupOptions = {
  /** Whether an existing file may be replaced. */
  readonly overwrite?: boolean;
  /** Called after each portion, with the copied and the total number of pages. */
  readonly progress?: (done: number, total: number) => void;
};

/** About 4 MB; other work may run between two portions. */
const PAGES_PER_PORTION = 1000;

/**
 * Copies everything committed so far into one file, also while a server writes. The file appears when it is complete and
 * synced, and only its owner can read it. On failure it rejects with `StoreUnavailable` and leaves an existing file alone.
 */
export async function backUpSqlite(from: DatabasePath, to: string, options: BackupOptions = {}): Promise<void> {
  const { overwrite = false, progress } = options;
  const source = databaseFile(from);
  assertLibrary();
  assertReadable(source);
  if (existsSync(to)) assertReplaceable(source, to, overwrite);
  const unfinished = `${to}.${process.pid}.part`;
  try {
    const db = new Database(source, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      assertApplication(db);
      // A read transaction pins a snapshot; without it SQLite restarts the copy after every commit of another process.
      db.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      closeSync(openSync(unfinished, 'wx', 0o600));
      await db.backup(unfinished, {
        progress({ totalPages, remainingPages }) {
          progress?.(totalPages - remainingPages, totalPages);
          return PAGES_PER_PORTION;
        },
      });
    } finally {
      db.close();
    }
    makeSelfContained(unfinished);
    renameSync(unfinished, to);
    syncFolder(dirname(resolve(to)));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new StoreUnavailable(`cannot back up ${source}: ${(cause as Error).message}`, { cause });
  }
}

/** Leaves WAL mode: otherwise readers need write access to the folder and leave `-wal` and `-shm` files there. */
function makeSelfContained(file: string): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

function assertReplaceable(source: string, to: string, overwrite: boolean): void {
  const target = statSync(to);
  const original = existsSync(source) ? statSync(source) : undefined;
  if (target.dev === original?.dev && target.ino === original.ino) {
    throw new StoreUnavailable(`cannot back up ${to} to itself`);
  }
  if (!target.isFile()) throw new StoreUnavailable(`${to} exists and is not a file`);
  if (!overwrite) throw new StoreUnavailable(`${to} already exists`);
}

/** A renamed file is durable only after its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
