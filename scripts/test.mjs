/**
 * `npm test [-- vitest options]`: all that CI asks for. What only reads the sources (types, lint, imports) goes on beside
 * the tests: the compiler uses one core, and most tests wait now and then for processes that they started.
 */
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const READERS = ['lint', 'imports', 'test:types'];

// First, since tests that need a build must not meet the compiler at work on it.
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
const [tested, refused] = await Promise.all([endOf(vitest), read()]);
if (refused.length > 0)
  console.error(`chessmith: failed beside the tests, and told above: npm run ${refused.join(', ')}`);
process.exitCode = tested === 0 && refused.length === 0 ? 0 : 1;

/** Runs the readers one after the other; gives those that were not content, after telling what they said. */
async function read() {
  const refused = [];
  for (const name of READERS) {
    // npm is a script on Windows, and those need a shell.
    const reader = spawn('npm', ['run', '--silent', name], {
      cwd: ROOT,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([reader.stdout, reader.stderr].map((stream) => stream.setEncoding('utf8').toArray()));
    if ((await endOf(reader)) === 0) continue;
    refused.push(name);
    console.error(`\nchessmith: npm run ${name} failed:\n${(await said).flat().join('')}`);
  }
  return refused;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
