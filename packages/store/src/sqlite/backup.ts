import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { assertOurs, assertReadable } from './archive.js';
import { type DatabasePath, fileIn } from './database-path.js';
import { assertLibrary } from './library.js';

export type BackupOptions = {
  /** Whether a file that is there already may be replaced. */
  readonly overwrite?: boolean;
  /** Hears again and again how far it is. */
  readonly progress?: (done: number, total: number) => void;
};

/** Some 4 MB; between two portions others get their turn. */
const PAGES_AT_ONCE = 1000;

/**
 * Copies all that is committed at this moment into one file, whether or not a server goes on writing. The file appears
 * when it is whole and on the disk, and only its owner can read it. Rejects with `StoreUnavailable` otherwise, and leaves
 * what was there before.
 */
export async function backUpSqlite(from: DatabasePath, to: string, wish: BackupOptions = {}): Promise<void> {
  const { overwrite = false, progress } = wish;
  const source = fileIn(from);
  assertLibrary();
  assertReadable(source);
  if (existsSync(to)) assertReplaceable(source, to, overwrite);
  const unfinished = `${to}.${process.pid}.part`;
  try {
    const db = new Database(source, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      assertOurs(db);
      // Without a snapshot of its own the copy would begin again with every commit of somebody else.
      db.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      closeSync(openSync(unfinished, 'wx', 0o600));
      await db.backup(unfinished, {
        progress({ totalPages, remainingPages }) {
          progress?.(totalPages - remainingPages, totalPages);
          return PAGES_AT_ONCE;
        },
      });
    } finally {
      db.close();
    }
    makeOneFile(unfinished);
    renameSync(unfinished, to);
    syncFolder(dirname(resolve(to)));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new StoreUnavailable(`no backup of ${source} was made: ${(cause as Error).message}`, { cause });
  }
}

/** A file with a log of its own could be read only where files can be made beside it, and who read it would leave them there. */
function makeOneFile(file: string): void {
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
    throw new StoreUnavailable(`${to} is what should be copied`);
  }
  if (!target.isFile()) throw new StoreUnavailable(`${to} is there already, and no file`);
  if (!overwrite) throw new StoreUnavailable(`${to} exists already`);
}

/** A name is on the disk only when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
