import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { foldCase } from '../search-words.js';
import { Corruption, errorKind } from './errors.js';

type Value = string | number | null;

/** Short read-only queries. They see committed data and never wait for the writer. */
export type Reader = {
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  close(): void;
};

/**
 * Runs queries in the calling thread: an indexed look-up takes a few microseconds, less than a message to another thread.
 */
export function openReader(file: string): Reader {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('mmap_size = 0');
  // SQLite's `lower` supports only ASCII letters.
  db.function('fold_case', { deterministic: true }, (text) => (typeof text === 'string' ? foldCase(text) : null));
  const statements = new Map<string, Database.Statement>();

  function query<T>(sql: string, run: (statement: Database.Statement) => T): T {
    if (!db.open) throw new StoreUnavailable('the store is closed');
    try {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return run(statement);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      switch (errorKind(error.code)) {
        case 'corruption':
          throw new Corruption(error.message);
        case 'disk':
          throw new StoreUnavailable(error.message, { cause: error });
        case 'bug':
          throw error;
      }
    }
  }

  return {
    all: <Row>(sql: string, ...values: readonly Value[]) =>
      query(sql, (statement) => statement.all(...values) as Row[]),
    get: <Row>(sql: string, ...values: readonly Value[]) =>
      query(sql, (statement) => statement.get(...values) as Row | undefined),
    close: () => db.close(),
  };
}
