import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { buildHash, IS_SOURCE, isCurrentBuild, PACKAGE } from '../build-fingerprint.js';

/** Where images are kept; another Node or another build makes its own. */
export type Keeping = { readonly folder: string; readonly build: string };

const besideBuild = (): Keeping => ({ folder: join(PACKAGE, 'dist', 'images'), build: buildHash() });

const fileOf = ({ folder, build }: Keeping, name: string): string =>
  join(folder, `${name}-${process.version}-${build}`);

/**
 * What starting an interpreter comes to, in plain bytes: as the build has kept it, or made now, which takes seconds and
 * gives the same.
 */
export async function keptImage<T>(name: string, make: () => Promise<T>): Promise<T> {
  return IS_SOURCE && !isCurrentBuild() ? make() : imageKeptIn(besideBuild(), name, make);
}

/** The same for what is kept elsewhere. */
export async function imageKeptIn<T>(keeping: Keeping, name: string, make: () => Promise<T>): Promise<T> {
  try {
    return deserialize(readFileSync(fileOf(keeping, name))) as T;
  } catch {
    // It is not there, or not whole.
    return make();
  }
}

/** Keeps what is made for those who start interpreters of this build, in place of all that was kept before. */
export async function keepImages(
  makers: { readonly [name: string]: () => Promise<unknown> },
  keeping: Keeping = besideBuild(),
): Promise<void> {
  const { folder } = keeping;
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(makers).map(([name, make]) => ({ file: fileOf(keeping, name), make }));
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (files.every(({ file }) => file !== old)) rmSync(old);
  }
  for (const { file, make } of files.filter((one) => !existsSync(one.file))) {
    // Nobody is to read half of it.
    writeFileSync(`${file}.new`, serialize(await make()));
    renameSync(`${file}.new`, file);
  }
}
