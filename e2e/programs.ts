import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const isRoot = process.getuid?.() === 0;
export const isDebian = existsSync('/etc/debian_version');

/** Where packages are unpacked; thrown away together with everything else that was installed. */
const UNPACKED = fileURLToPath(new URL('../node_modules/.chessmith/debian', import.meta.url));
/** Servers lie where the shells of ordinary people do not look. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];

/** Whether a command came to a good end, whatever it said. */
export const succeeds = (command: string, words: readonly string[], cwd?: string): boolean =>
  spawnSync(command, words, { stdio: 'ignore', cwd }).status === 0;

/** The first of these programs that this machine has. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/**
 * A program of the machine or, on Debian, one unpacked from its package beside our dependencies: nothing is installed, so
 * nothing is started and nobody is asked. Undefined where neither is possible.
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
