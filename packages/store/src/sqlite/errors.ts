/** SQLite found that the database file is malformed. */
export class Corruption extends Error {
  override readonly name = 'Corruption';
}

/** `disk`: the file cannot be used now. `corruption`: the file is malformed. `bug`: anything else. */
export type ErrorKind = 'disk' | 'corruption' | 'bug';

/** The kind of an error by SQLite's code, such as `SQLITE_IOERR_FSYNC`. */
export function errorKind(code: string): ErrorKind {
  if (/^SQLITE_(?:IOERR|FULL|READONLY|CANTOPEN|PERM|BUSY|NOMEM)/.test(code)) return 'disk';
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(code) ? 'corruption' : 'bug';
}
