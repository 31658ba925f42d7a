import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuiltOfItsSources, markBuild } from './build-fingerprint.js';

let packages = '';
const scripting = () => join(packages, 'scripting');
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'chessmith-built-'));
  for (const name of ['std', 'rules', 'scripting']) {
    write(`${name}/src/index.ts`, 'export const a: number = 1;');
    write(`${name}/dist/index.js`, 'export const a = 1;');
  }
});
afterEach(() => rmSync(packages, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(packages, path)), { recursive: true });
  writeFileSync(join(packages, path), text);
}

test('a build without a fingerprint is not trusted', () => {
  expect(isBuiltOfItsSources(scripting())).toBe(false);
});

test.each([
  ['nothing', 'scripting/src/index.ts', 'export const a: number = 1;', true],
  ['a test', 'scripting/src/index.test.ts', 'test()', true],
  ['a file that only tests use', 'scripting/src/testing/sample.ts', '', true],
  ['a source', 'scripting/src/index.ts', 'export const a: number = 2;', false],
  ['a new source', 'scripting/src/engines/lisp.ts', '', false],
  ['a source of a package that it imports', 'rules/src/index.ts', 'export const a: number = 2;', false],
  ['the build', 'scripting/dist/index.js', 'export const a = 2;', false],
  ['the build of a package that it imports', 'std/dist/index.js', 'export const a = 2;', false],
])('after a change of %s, the build is compared with its sources', (_, path, text, still) => {
  markBuild(scripting());
  write(path, text);
  expect(isBuiltOfItsSources(scripting())).toBe(still);
});
