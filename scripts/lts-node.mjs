import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The long-term support release that the image and the docs use. */
export const LTS_NODE = '24.21.0';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Finds that Node's executable, and installs it from the registry if it is missing; `why` says what failed. It is not listed as a
 * dependency, because its `bin` would replace the system's Node in every npm script.
 * @returns {{ path: string } | { why: string }}
 */
export function ltsNode() {
  const folder = join(ROOT, 'node_modules', '.chessmith', `node-${LTS_NODE}`);
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${system}-${process.arch}`;
  const path = join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    const { status, stderr } = spawnSync('npm', [...options, `--prefix=${folder}`, `${name}@${LTS_NODE}`], {
      cwd: folder,
      encoding: 'utf8',
      // On Windows npm is a script, which needs a shell.
      shell: system === 'win',
    });
    if (status !== 0) return { why: `npm could not install ${name}@${LTS_NODE}: ${stderr}` };
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${LTS_NODE}` ? { path } : { why: `${path} does not run here` };
}
