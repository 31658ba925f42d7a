import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, whether it runs from `src` or from `dist`. */
export const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));

/** True when this code runs from its TypeScript sources, as in tests. */
export const IS_SOURCE = import.meta.url.endsWith('.ts');

let known: boolean | undefined;

/**
 * Whether `dist` was built from exactly these sources. Tests then start processes from `dist`, which is much faster
 * than stripping types in every thread and still never runs an outdated build.
 */
export function isCurrentBuild(): boolean {
  known ??= isBuiltOfItsSources(PACKAGE);
  return known;
}

/** Whether the build of a package in any folder is current; the result is not cached. */
export const isBuiltOfItsSources = (folder: string): boolean =>
  existsSync(fingerprintFile(folder)) && readFileSync(fingerprintFile(folder), 'utf8') === fingerprintOf(folder);

/** Records what the build was made from. Only the build itself calls this, right after compiling. */
export const markBuild = (folder: string = PACKAGE): void =>
  writeFileSync(fingerprintFile(folder), fingerprintOf(folder));

const fingerprintFile = (folder: string): string => join(folder, 'dist', 'made-of.json');

/** A hash of the built JavaScript of this package; equal on every machine. */
export const buildHash = (): string => hashOf([join(PACKAGE, 'dist')], /\.js$/);

/** Hashes of the sources and of the build of a package and of the packages it imports. */
function fingerprintOf(folder: string): string {
  const folders = [folder, ...['std', 'rules'].map((name) => join(dirname(folder), name))];
  const all = (folder: string, ending: RegExp): string =>
    hashOf(
      folders.map((one) => join(one, folder)),
      ending,
    );
  return JSON.stringify({ source: all('src', /(?<!\.(?:test|prove))\.ts$/), built: all('dist', /\.js$/) });
}

/** A hash over all matching files of some folders, without those that only tests and the build use. */
function hashOf(folders: readonly string[], ending: RegExp): string {
  const hash = createHash('sha256');
  const add = (folder: string, path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory() && entry.name !== 'testing' && entry.name !== 'programs') add(folder, inside);
      else if (entry.isFile() && ending.test(entry.name)) {
        hash
          .update(`${inside}\n`)
          .update(readFileSync(join(folder, inside)))
          .update('\n');
      }
    }
  };
  for (const folder of folders) add(folder, '');
  return hash.digest('base64url');
}
