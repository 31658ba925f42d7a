import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Manifest = { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> };

const ROOT_FILES = ['LICENSE', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const SCOPE = '@chessmith/';
const IS_LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.DS_Store)$|\.(?:test|prove)\.ts$|\.tsbuildinfo$/;
const README = `The source code of Chessmith's page, with everything that its build needs. To build it:

    npm ci --ignore-scripts
    npx vite build apps/web

The page is under the GNU General Public License, version 3 or later (apps/web/LICENSE); everything else is under the MIT
licence (LICENSE).
`;

/** The complete source of the page as a .tar.gz; equal sources give equal bytes. */
export function sourceArchive(root: string): Buffer {
  const manifest = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const folders = new Set<string>();
  const add = (folder: string): void => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const name of Object.keys(manifest(folder).dependencies ?? {})) {
      if (name.startsWith(SCOPE)) add(`packages/${name.slice(SCOPE.length)}`);
    }
  };
  add('apps/web');
  // `npm ci` needs the package.json of every workspace in the lock file.
  const workspaces = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}/package.json`),
  );
  const inside = [...folders, 'examples'].flatMap((folder) => filesIn(root, folder));
  // The page shows some of these documents.
  const docs = filesIn(root, 'docs').filter((path) => /^docs\/[^/]+\.md$/.test(path));
  const paths = [...new Set([...ROOT_FILES, ...workspaces, ...inside, ...docs])].sort();
  const top = `chessmith-page-${manifest('apps/web').version}`;
  const files = paths.map((path) => tarEntry(`${top}/${path}`, readFileSync(join(root, path))));
  return gzipSync(Buffer.concat([tarEntry(`${top}/README`, Buffer.from(README)), ...files, Buffer.alloc(1024)]), {
    level: 9,
  });
}

const filesIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (IS_LEFT_OUT.test(path)) return [];
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });

/** A tar entry in POSIX (ustar) format, without owner and time, so that equal sources give equal bytes. */
function tarEntry(path: string, bytes: Buffer): Buffer {
  if (path.length > 100) throw new Error(`${path} is too long for the archive`);
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path);
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(bytes.length, 12) + octal(0, 12), 100);
  header.write(`${' '.repeat(8)}0`, 148);
  header.write('ustar\x0000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
