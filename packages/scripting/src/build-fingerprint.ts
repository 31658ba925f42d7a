import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This room's folder, whether it is used as it was written or as it was built. */
export const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether these are the sources, as in tests, and not what was built of them. */
export const IS_SOURCE = import.meta.url.endsWith('.ts');

let known: boolean | undefined;

/**
 * Whether the build was made of the sources as they are now, byte for byte: then a test may start processes from it, which
 * takes far less than to leave out types anew in every thread, and still never meets an old one.
 */
export function isCurrentBuild(): boolean {
  known ??= isBuiltOfItsSources(PACKAGE);
  return known;
}

/** The same for a room in any folder, looked at anew. */
export const isBuiltOfItsSources = (room: string): boolean =>
  existsSync(markOf(room)) && readFileSync(markOf(room), 'utf8') === lookOf(room);

/** To be called right after a build, and by nobody else: notes what it was made of. */
export const markBuild = (room: string = PACKAGE): void => writeFileSync(markOf(room), lookOf(room));

const markOf = (room: string): string => join(room, 'dist', 'made-of.json');

/** What is built of this room; the same wherever it was built. */
export const buildHash = (): string => hashOf([join(PACKAGE, 'dist')], /\.js$/);

/** Of a room, and of those that it imports. */
function lookOf(room: string): string {
  const rooms = [room, ...['std', 'rules'].map((name) => join(dirname(room), name))];
  const all = (folder: string, ending: RegExp): string =>
    hashOf(
      rooms.map((one) => join(one, folder)),
      ending,
    );
  return JSON.stringify({ source: all('src', /(?<!\.(?:test|prove))\.ts$/), built: all('dist', /\.js$/) });
}

/** Of all files in some folders whose names end so; but for what only tests use. */
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
