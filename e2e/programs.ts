import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const isRoot = process.getuid?.() === 0;
export const isDebian = existsSync('/etc/debian_version');

/** Debian packages are unpacked into node_modules, so that they disappear with it. */
const UNPACKED = fileURLToPath(new URL('../node_modules/.chessmith/debian', import.meta.url));
/** Servers are in sbin folders, which are not on every user's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];

/** Whether a command exits with status 0. */
export const succeeds = (command: string, words: readonly string[], cwd?: string): boolean =>
  spawnSync(command, words, { stdio: 'ignore', cwd }).status === 0;

/** The path of the first program that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/**
 * An installed program or, on Debian, one unpacked from its package into node_modules, which starts no service and needs no rights.
 * Undefined where neither is possible.
 */
export function findOrUnpack(name: string, path: string): string | undefined {
  const unpacked = join(UNPACKED, name, path);
  const found = findProgram(name) ?? (existsSync(unpacked) ? unpacked : undefined);
  if (found !== undefined || !isDebian) return found;
  mkdirSync(UNPACKED, { recursive: true });
  const folder = mkdtempSync(join(UNPACKED, 'new-'));
  const download = () => succeeds('apt-get', ['download', name], folder);
  const isHere = download() || (isRoot && succeeds('apt-get', ['update']) && download());
  const isUnpacked = isHere && succeeds('sh', ['-c', 'dpkg -x ./*.deb .'], folder);
  if (isUnpacked) renameSync(folder, join(UNPACKED, name));
  else rmSync(folder, { recursive: true });
  return isUnpacked ? unpacked : undefined;
}
