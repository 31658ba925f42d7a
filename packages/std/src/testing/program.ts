import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** A program that Node can start, bundled from the current sources instead of an old build. */
export type Program = { readonly path: string; remove(): void };

/** Bundles a source file of any package, and the worker threads that it starts, into a program. */
export async function bundleProgram(source: URL): Promise<Program> {
  const input = fileURLToPath(source);
  const folder = makeFolder(input);
  return { path: await bundle(input, folder), remove: () => rmSync(folder, { recursive: true }) };
}

const WORKER = /new URL\(['"](\.\/[\w-]+)\.js['"], import\.meta\.url\)/g;

/**
 * A plugin for Vitest and Rolldown. Node cannot load TypeScript, so it bundles the worker threads of a source, and replaces
 * `new URL('./thread.js', import.meta.url)` by the URL of the bundle. Sources so start their threads as a build does.
 */
export function workersFromSource(folderOf: (thread: string) => string = makeTemporaryFolder) {
  const bundles = new Map<string, Promise<string>>();
  return {
    name: 'workers-from-source',
    async transform(code, id) {
      let changed = code;
      for (const [url = '', name = ''] of code.matchAll(WORKER)) {
        const thread = join(dirname(id), `${name}.ts`);
        if (!existsSync(thread)) continue;
        const bundled = bundles.get(thread) ?? bundle(thread, folderOf(thread));
        bundles.set(thread, bundled);
        changed = changed.replace(url, `new URL('${pathToFileURL(await bundled)}')`);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  } satisfies Plugin;
}

async function bundle(input: string, folder: string): Promise<string> {
  const file = join(folder, `${basename(input, '.ts')}.mjs`);
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@chessmith/'),
    plugins: [workersFromSource(() => folder)],
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}

/** A new folder in the package of a source, where its dependencies resolve; ignored by git. */
function makeFolder(source: string): string {
  const parent = join(source.slice(0, source.lastIndexOf('/src/')), 'dist', 'programs');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(`${parent}/`);
}

function makeTemporaryFolder(source: string): string {
  const folder = makeFolder(source);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
