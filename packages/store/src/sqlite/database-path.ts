import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The database file, or a folder that contains it under its usual name. */
export type DatabasePath = { readonly folder: string } | { readonly file: string };

const FILE_NAME = 'chessmith.sqlite';

export function databaseFile(path: DatabasePath): string {
  return 'file' in path ? path.file : join(path.folder, FILE_NAME);
}

/** Interprets the path of an existing data folder, or of a file such as a backup. */
export function databasePathAt(path: string): DatabasePath {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? { file: path } : { folder: path };
}
