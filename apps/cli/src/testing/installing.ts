import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const run = promisify(execFile);

/** Runs a shell command; rejects with its output if it fails. */
export async function shell(command: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run('bash', ['-euc', command], {
    cwd,
    // The npm variables of the test run must not reach another npm.
    env: { ...withoutNpm(process.env), npm_config_prefer_offline: 'true', ...env },
    maxBuffer: 1 << 26,
  });
  return stdout;
}

const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_|^NODE_ENV$|^VITEST/.test(name)));

/**
 * Compiling the database library takes minutes, so an installation in tests skips it and copies the library that this
 * clone has compiled.
 */
export function reuseCompiled(folder: string): void {
  const library = join('node_modules', 'better-sqlite3');
  const versionIn = (place: string) => JSON.parse(readFileSync(join(place, library, 'package.json'), 'utf8')).version;
  if (versionIn(folder) !== versionIn(ROOT)) throw new Error('another version of the library was compiled here');
  if (existsSync(join(folder, library, 'build'))) throw new Error('it was compiled after all');
  const compiled = join(library, 'build', 'Release', 'better_sqlite3.node');
  cpSync(join(ROOT, compiled), join(folder, compiled));
}

export const WITHOUT_COMPILING = { npm_config_ignore_scripts: 'true' };
