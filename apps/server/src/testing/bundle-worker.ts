import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles a worker of `referees/` into one file, since a worker thread cannot load TypeScript. */
export async function bundleWorker(
  folderOfWorker: 'quantum' | 'rulesets',
): Promise<{ readonly script: URL; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-worker-'));
  const file = join(folder, 'worker.mjs');
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../referees/${folderOfWorker}/worker.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: /^node:/,
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return { script: pathToFileURL(file), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
