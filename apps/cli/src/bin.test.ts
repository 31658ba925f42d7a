import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chessmith-bin-'));
  cpSync(fileURLToPath(new URL('../bin', import.meta.url)), join(folder, 'bin'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const chessmith = () => spawnSync(process.execPath, [join(folder, 'bin', 'chessmith.mjs')], { encoding: 'utf8' });

test('before the build, the command says what to do', () => {
  expect(chessmith()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('npm run build') });
});

test('after the build, the command is the build', () => {
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'run.js'), 'console.log("built")');
  expect(chessmith()).toMatchObject({ status: 0, stdout: 'built\n', stderr: '' });
});
