import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_SOURCE, isCurrentBuild, PACKAGE } from '../build-fingerprint.js';
import type { IsolationName } from './port.js';

/** How to start the sandbox's process behind one kind of fence. */
export type Isolation = {
  readonly name: IsolationName;
  readonly command: string;
  readonly args: readonly string[];
  /** Present where the process becomes somebody who owns nothing. */
  readonly user?: { readonly uid: number; readonly gid: number };
};

/** Nobody: a user of every system who owns no file. */
const NOBODY = 65_534;

/**
 * The fences that may work here, the strongest first; whoever starts the process tries them in turn. Behind each of them
 * Node itself reads nothing but programs, and neither writes a file nor starts a process. What they start comes from
 * the sources only where it does not come from a build of the same.
 */
export function isolations(fromSource: boolean = IS_SOURCE && !isCurrentBuild()): readonly Isolation[] {
  const folders = programFolders();
  const node = [process.execPath, ...nodeArguments(folders, fromSource)];
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { user: { uid: NOBODY, gid: NOBODY } } : {};
  const wrapper = onPath('bwrap');
  const same = { command: node[0]!, args: node.slice(1) };
  return [
    ...(wrapper === undefined
      ? []
      : [{ name: 'bubblewrap', command: wrapper, args: [...bubblewrap(folders), ...node], ...user } as const]),
    ...(isRoot ? [{ name: 'unprivileged user', ...same, ...user } as const] : []),
    { name: 'same user', ...same },
  ];
}

/** The process has an empty environment, so a program is looked for with ours. */
const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where this room, its neighbours and what they stand on are kept: nothing that belongs to a server's data. */
function programFolders(): readonly string[] {
  const room = realpathSync(PACKAGE);
  const folders = [dirname(room)];
  for (let at = room; at !== dirname(at); at = dirname(at)) {
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) folders.push(modules);
  }
  return folders;
}

function nodeArguments(folders: readonly string[], fromSource: boolean): readonly string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const readable = [...folders.map((folder) => `${folder}/*`), '/proc/self/task/*', '/proc/thread-self'];
  return [
    '--no-warnings',
    permission,
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(fromSource ? ['--conditions=source', '--import', here('../testing/from-source.mjs')] : []),
    fromSource ? here('./child/process.ts') : join(PACKAGE, 'dist', 'sandbox', 'child', 'process.js'),
  ];
}

/** A machine with nothing on it but Node and programs: no network, no other processes, no files of anybody's. */
function bubblewrap(folders: readonly string[]): readonly string[] {
  const system = [
    '/usr',
    '/bin',
    '/lib',
    '/lib32',
    '/lib64',
    '/etc/ld.so.cache',
    dirname(realpathSync(process.execPath)),
  ];
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...[...system, ...folders].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--chdir', '/', '--'],
  ];
}
