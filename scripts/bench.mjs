/** `npm run bench <name> [-- options]`: compiles bench/ and runs bench/<name>.ts or bench/<name>/main.ts with these options. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BENCH = join(ROOT, 'bench');

const benches = new Map(
  readdirSync(BENCH, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name)) return [[entry.name.slice(0, -3), entry.name.slice(0, -3)]];
    const main = entry.isDirectory() && existsSync(join(BENCH, entry.name, 'main.ts'));
    return main ? [[entry.name, join(entry.name, 'main')]] : [];
  }),
);
const [name = '', ...options] = process.argv.slice(2);
const bench = benches.get(name);

if (bench === undefined) {
  console.error('Usage: npm run bench <name> [-- options of that bench]');
  console.error(`Benchmarks: ${[...benches.keys()].join(', ') || 'none yet'}.`);
  process.exitCode = 2;
} else {
  process.exitCode =
    node(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', 'bench') ||
    node(join(BENCH, 'dist', `${bench}.js`), ...options);
}

/** @param {string[]} args */
function node(...args) {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
