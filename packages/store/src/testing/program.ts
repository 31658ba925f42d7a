import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const THREADS = fileURLToPath(new URL('../sqlite/', import.meta.url));

/** A program that Node can start, bundled from the current sources instead of an old build. */
export type Program = { readonly path: string; remove(): void };

/** Bundles a source file in the `src/testing/` of any package into a program. */
export async function bundleProgram(source: URL): Promise<Program> {
  const input = fileURLToPath(source);
  // Inside the package, so that its dependencies resolve; ignored by git.
  const parent = join(input.slice(0, input.lastIndexOf('/src/testing/')), 'dist', 'programs');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(`${parent}/`);
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@chessmith/'),
  });
  await bundle.write({ file: join(folder, 'program.mjs'), format: 'esm' });
  await bundle.close();
  const threads = readdirSync(THREADS).filter((file) => file.endsWith('.mjs'));
  for (const file of threads) cpSync(join(THREADS, file), join(folder, file));
  return { path: join(folder, 'program.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}
