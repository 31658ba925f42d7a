import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The long-term support release that the image and the docs use. */
export const LTS_NODE = '24.21.0';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The path of that Node, installed from the registry where it is missing; an error in words where it cannot be had. It is no
 * dependency, since its `bin` would replace the system's Node in every script.
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
    const words = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    const { status, stderr } = spawnSync('npm', [...words, `--prefix=${folder}`, `${name}@${LTS_NODE}`], {
      cwd: folder,
      encoding: 'utf8',
      // npm is a script on Windows, and those need a shell.
      shell: system === 'win',
    });
    if (status !== 0) return { why: `npm could not install ${name}@${LTS_NODE}: ${stderr}` };
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${LTS_NODE}` ? { path } : { why: `${path} does not run here` };
}
