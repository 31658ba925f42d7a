import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuiltOfItsSources, markBuild } from './build-fingerprint.js';

let house = '';
const room = () => join(house, 'scripting');
beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'chessmith-built-'));
  for (const name of ['std', 'rules', 'scripting']) {
    write(`${name}/src/index.ts`, 'export const a: number = 1;');
    write(`${name}/dist/index.js`, 'export const a = 1;');
  }
});
afterEach(() => rmSync(house, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}

test('a build that nobody has marked is not trusted', () => {
  expect(isBuiltOfItsSources(room())).toBe(false);
});

test.each([
  ['nothing', 'scripting/src/index.ts', 'export const a: number = 1;', true],
  ['a test', 'scripting/src/index.test.ts', 'test()', true],
  ['what only tests use', 'scripting/src/testing/sample.ts', '', true],
  ['a source', 'scripting/src/index.ts', 'export const a: number = 2;', false],
  ['a source that is new', 'scripting/src/engines/lisp.ts', '', false],
  ['a source of a room that it imports', 'rules/src/index.ts', 'export const a: number = 2;', false],
  ['the build', 'scripting/dist/index.js', 'export const a = 2;', false],
  ['the build of a room that it imports', 'std/dist/index.js', 'export const a = 2;', false],
])('when %s has changed since, it is asked whether the build is still of these sources', (_, path, text, still) => {
  markBuild(room());
  write(path, text);
  expect(isBuiltOfItsSources(room())).toBe(still);
});
