/**
 * `npm test [-- vitest options]`: everything that CI checks. Words, lint, imports and types run in parallel with the tests: the compiler
 * uses one core, and many tests wait for processes that they started.
 */
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const STATIC_CHECKS = ['words', 'lint', 'imports', 'test:types'];

// The build comes first: tests that need it must not see half of it.
const ready = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ready.mjs'), 'build'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (ready.status !== 0) process.exit(ready.status ?? 1);

const vitest = spawn(
  process.execPath,
  [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
const [tested, failed] = await Promise.all([exitCodeOf(vitest), runStaticChecks()]);
if (failed.length > 0) console.error(`chessmith: these checks failed too (output above): npm run ${failed.join(', ')}`);
process.exitCode = tested === 0 && failed.length === 0 ? 0 : 1;

/** Runs the checks one after the other, prints the output of those that fail, and returns their names. */
async function runStaticChecks() {
  const failed = [];
  for (const name of STATIC_CHECKS) {
    // On Windows npm is a script, which needs a shell.
    const check = spawn('npm', ['run', '--silent', name], {
      cwd: ROOT,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = Promise.all([check.stdout, check.stderr].map((stream) => stream.setEncoding('utf8').toArray()));
    if ((await exitCodeOf(check)) === 0) continue;
    failed.push(name);
    console.error(`\nchessmith: npm run ${name} failed:\n${(await output).flat().join('')}`);
  }
  return failed;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
