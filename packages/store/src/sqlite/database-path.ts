import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A folder, in which the file has its usual name, or the file itself. What is missing is made. */
export type DatabasePath = { readonly folder: string } | { readonly file: string };

const FILE_NAME = 'chessmith.sqlite';

export function fileIn(place: DatabasePath): string {
  return 'file' in place ? place.file : join(place.folder, FILE_NAME);
}

/** What a path means where something is to be read: a data folder, or a file such as a backup. */
export function databasePathAt(path: string): DatabasePath {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? { file: path } : { folder: path };
}
