import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { buildHash, IS_SOURCE, isCurrentBuild, PACKAGE } from '../build-fingerprint.js';

/** Where images are stored. Each version of Node and each build has its own. */
export type ImageStore = { readonly folder: string; readonly build: string };

const besideBuild = (): ImageStore => ({ folder: join(PACKAGE, 'dist', 'images'), build: buildHash() });

const fileOf = ({ folder, build }: ImageStore, name: string): string =>
  join(folder, `${name}-${process.version}-${build}`);

/**
 * The memory image of a started interpreter, from the build's cache if possible. Making it takes seconds and gives the
 * same bytes.
 */
export async function cachedImage<T>(name: string, make: () => Promise<T>): Promise<T> {
  return IS_SOURCE && !isCurrentBuild() ? make() : cachedImageIn(besideBuild(), name, make);
}

/** An image from a given store, or made now if it is missing there. */
export async function cachedImageIn<T>(store: ImageStore, name: string, make: () => Promise<T>): Promise<T> {
  try {
    return deserialize(readFileSync(fileOf(store, name))) as T;
  } catch {
    // The file is missing or incomplete.
    return make();
  }
}

/** Makes and stores the images of this build, and deletes those of other builds. */
export async function keepImages(
  makers: { readonly [name: string]: () => Promise<unknown> },
  store: ImageStore = besideBuild(),
): Promise<void> {
  const { folder } = store;
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(makers).map(([name, make]) => ({ file: fileOf(store, name), make }));
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (files.every(({ file }) => file !== old)) rmSync(old);
  }
  for (const { file, make } of files.filter((one) => !existsSync(one.file))) {
    // Write to a temporary file first, so that readers never see half an image.
    writeFileSync(`${file}.new`, serialize(await make()));
    renameSync(`${file}.new`, file);
  }
}
