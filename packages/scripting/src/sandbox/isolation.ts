import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_SOURCE, isCurrentBuild, PACKAGE } from '../build-fingerprint.js';
import type { IsolationName } from './port.js';

/** How to start the sandbox process with one kind of isolation. */
export type Isolation = {
  readonly name: IsolationName;
  readonly command: string;
  readonly args: readonly string[];
  /** Set if the process runs as an unprivileged user. */
  readonly user?: { readonly uid: number; readonly gid: number };
};

/** The user `nobody`, who owns no files. */
const NOBODY = 65_534;

/**
 * The isolations that may work here, the strongest first; the supervisor tries them in turn. In each of them Node
 * itself can read only program files, and cannot write files or start processes. They run the sources only if there is
 * no current build.
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

/** The child has an empty environment, so this looks up the program in our own PATH. */
const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folders of this package, its siblings and their dependencies; none of them holds a server's data. */
function programFolders(): readonly string[] {
  const own = realpathSync(PACKAGE);
  const folders = [dirname(own)];
  for (let at = own; at !== dirname(at); at = dirname(at)) {
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

/** A container with only Node and program files: no network, no other processes, no user files. */
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
