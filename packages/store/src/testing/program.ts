import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const SOURCE = fileURLToPath(new URL('../', import.meta.url));
/** Below the room, so that its dependencies are found from there; ignored by git. */
const PLACE = fileURLToPath(new URL('../../dist/programs/', import.meta.url));

/** A program that Node can start, made of today's sources, whatever was built before. */
export type Program = { readonly path: string; remove(): void };

/** Makes one of the programs of this folder, by the name of its file. */
export async function makeProgram(name: string): Promise<Program> {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(PLACE);
  const bundle = await rolldown({
    input: join(SOURCE, 'testing', `${name}.ts`),
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: ['better-sqlite3', 'lru-cache'],
  });
  await bundle.write({ file: join(folder, 'program.mjs'), format: 'esm' });
  await bundle.close();
  const threads = readdirSync(join(SOURCE, 'sqlite')).filter((file) => file.endsWith('.mjs'));
  for (const file of threads) cpSync(join(SOURCE, 'sqlite', file), join(folder, file));
  return { path: join(folder, 'program.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}
