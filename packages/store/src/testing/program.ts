import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const THREADS = fileURLToPath(new URL('../sqlite/', import.meta.url));

/** A program that Node can start, made of today's sources, whatever was built before. */
export type Program = { readonly path: string; remove(): void };

/** Makes a program of a source file in some room's `src/testing/`. */
export async function makeProgram(source: URL): Promise<Program> {
  const input = fileURLToPath(source);
  // Below the room, so that its dependencies are found from there; ignored by git.
  const place = join(input.slice(0, input.lastIndexOf('/src/testing/')), 'dist', 'programs');
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(`${place}/`);
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
