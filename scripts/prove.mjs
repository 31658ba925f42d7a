/** `npm run prove <package> [-- vitest options]`: runs a package's full proofs, of which `npm test` runs a slice. Takes long. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const folders = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => [name, `${group}/${name}/src/`]))
  .concat([['e2e', 'e2e/']]);
const proved = folders.filter(([, folder = '']) => hasProof(join(ROOT, folder)));
const [name, ...options] = process.argv.slice(2);
const folder = proved.find(([known]) => known === name)?.[1];

if (name === undefined || folder === undefined) {
  console.error('Usage: npm run prove <package> [-- vitest options]');
  console.error(`Packages with proofs: ${proved.map(([known]) => known).join(', ') || 'none yet'}.`);
  process.exitCode = 2;
} else {
  console.error(`Proving ${name} in full; this can take long.`);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', folder, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PROVE: 'full' },
  });
  process.exitCode = status ?? 1;
}

/** @param {string} folder */
function hasProof(folder) {
  return (
    existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.prove.ts'))
  );
}
