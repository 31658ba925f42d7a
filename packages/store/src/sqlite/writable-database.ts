import Database from 'better-sqlite3';
import type { WriterData } from './messages.js';
import { migrate } from './migrations.js';

const CACHE_KIB = 32 * 1024;
/** In earlier versions two connections could corrupt the file in WAL mode (the WAL-reset bug of 3.7.0 to 3.51.2). */
const OLDEST_SAFE = [3, 51, 3];

/** Opens the file for writing, with the current schema. */
export function openWritableDatabase({ file, synchronous }: WriterData): Database.Database {
  const db = new Database(file, { timeout: 5000 });
  assertSafeLibrary(db.prepare<[], string>('SELECT sqlite_version()').pluck().get()!);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('mmap_size = 0');
  // SQLite's own checkpoints ignore failed syncs, and sync again later. The writer thread makes them instead.
  db.pragma('wal_autocheckpoint = 0');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  migrate(db);
  return db;
}

/** Throws if this version of SQLite, such as `3.53.2`, may corrupt the file. */
export function assertSafeLibrary(version: string): void {
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SAFE.map((oldest, index) => (parts[index] ?? 0) - oldest).find((part) => part !== 0) ?? 0;
  if (difference >= 0) return;
  throw new Error(`SQLite ${version} can corrupt its file; at least ${OLDEST_SAFE.join('.')} is needed`);
}
