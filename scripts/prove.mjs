/** `npm run prove <room> [-- vitest options]`: the full proofs, of which the ordinary tests run a slice. Takes long. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const folders = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => [name, `${group}/${name}/src/`]))
  .concat([['e2e', 'e2e/']]);
const rooms = folders.filter(([, folder = '']) => hasProof(join(ROOT, folder)));
const [room, ...options] = process.argv.slice(2);
const folder = rooms.find(([name]) => name === room)?.[1];

if (room === undefined || folder === undefined) {
  console.error('Usage: npm run prove <room> [-- vitest options]');
  console.error(`Rooms with proofs: ${rooms.map(([name]) => name).join(', ') || 'none yet'}.`);
  process.exitCode = 2;
} else {
  console.error(`Proving ${room} in full; this can take long.`);
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
