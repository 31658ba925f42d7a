import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { folded } from '../search-words.js';
import { Corruption } from './corruption.js';

type Value = string | number | null;

/** Short questions to the file. They see what is committed, never wait for the writer and never write. */
export type Reader = {
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  close(): void;
};

/**
 * Reads in the thread that asks: an indexed look-up takes some microseconds, less than to send the question to another
 * thread.
 */
export function openReader(file: string): Reader {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('mmap_size = 0');
  // SQLite's own `lower` knows the letters of English only.
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? folded(text) : null));
  const statements = new Map<string, Database.Statement>();

  function ask<T>(sql: string, question: (statement: Database.Statement) => T): T {
    if (!db.open) throw new StoreUnavailable('the store is closed');
    try {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return question(statement);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)) throw new Corruption(error.message);
      if (/^SQLITE_(?:IOERR|CANTOPEN|BUSY)/.test(error.code))
        throw new StoreUnavailable(error.message, { cause: error });
      throw error;
    }
  }

  return {
    all: <Row>(sql: string, ...values: readonly Value[]) => ask(sql, (statement) => statement.all(...values) as Row[]),
    get: <Row>(sql: string, ...values: readonly Value[]) =>
      ask(sql, (statement) => statement.get(...values) as Row | undefined),
    close: () => db.close(),
  };
}
