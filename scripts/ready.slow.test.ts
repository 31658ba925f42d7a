import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const lockWith = (packages: Record<string, object>) => JSON.stringify({ packages: { '': {}, ...packages } });
const chessopsOf = (version: string) => ({ 'node_modules/chessops': { version, integrity: `sha512-${version}` } });

// Stand-ins for npm, tsc, the bundler and vite: each prints its name and makes the files that the script looks for.
const FAKE_NPM = `
  const { cpSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
  console.log('npm ' + process.argv.slice(2).join(' '));
  if (process.env.NPM_FAILS) process.exit(1);
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules/typescript/bin', { recursive: true });
  mkdirSync('node_modules/chessops');
  cpSync('package-lock.json', 'node_modules/.package-lock.json');
  cpSync('fake-tsc.cjs', 'node_modules/typescript/bin/tsc');
  mkdirSync('node_modules/vite/bin', { recursive: true });
  cpSync('fake-vite.cjs', 'node_modules/vite/bin/vite.js');
`;
const FAKE_TSC = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  console.log('tsc ' + process.argv.slice(2).join(' '));
  if (process.env.TSC_FAILS) process.exit(1);
  mkdirSync('packages/rules/dist', { recursive: true });
  writeFileSync('packages/rules/dist/build.tsbuildinfo', '');
  mkdirSync('packages/scripting/dist/programs', { recursive: true });
  writeFileSync('packages/scripting/dist/programs/keep-images.js', 'console.log("images"); process.exit(+(process.env.IMAGES_FAIL ?? 0))');
`;

const FAKE_BUNDLE = `
  import { writeFileSync } from 'node:fs';
  console.log('bundle');
  writeFileSync('packages/rules/dist/bundle.js', '');
`;

const FAKE_VITE = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  console.log('vite build');
  if (process.env.VITE_FAILS) process.exit(1);
  mkdirSync('apps/web/dist', { recursive: true });
  writeFileSync('apps/web/dist/index.html', '');
`;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chessmith-ready-'));
  write('package.json', '{ "type": "module", "engines": { "node": ">=20.19" } }');
  write('package-lock.json', lockWith(chessopsOf('1.0.0')));
  write('tsconfig.base.json', '{}');
  write('tsconfig.build.json', '{}');
  write('packages/rules/tsconfig.build.json', '{}');
  write('packages/rules/package.json', '{ "exports": { ".": { "default": "./dist/bundle.js" } } }');
  write('scripts/bundle.mjs', FAKE_BUNDLE);
  write('packages/rules/src/index.ts', 'export {};');
  write('packages/std/src/index.ts', 'export {};');
  write('apps/web/package.json', '{ "dependencies": { "@chessmith/rules": "0.1.0" } }');
  write('apps/web/index.html', '');
  write('apps/web/src/main.ts', '');
  write('fake-npm.cjs', FAKE_NPM);
  write('fake-vite.cjs', FAKE_VITE);
  write('fake-tsc.cjs', FAKE_TSC);
  cpSync(fileURLToPath(new URL('ready.mjs', import.meta.url)), join(root, 'scripts', 'ready.mjs'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function ready(goal: 'install' | 'build', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'ready.mjs'), goal], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'fake-npm.cjs'), ...env },
  });
  return { status, ran: stdout.split('\n').filter(Boolean), said: stderr };
}

const NPM = 'npm ci --no-audit --no-fund';
const PACKAGES = ['tsc -b tsconfig.build.json', 'bundle', 'images'];
const PAGE = ['vite build'];
const BUILT = [...PACKAGES, ...PAGE];

test('a fresh clone is installed and built, with a message for each', () => {
  const { status, ran, said } = ready('build');
  expect([status, ran]).toEqual([0, [NPM, ...BUILT]]);
  expect(said).toMatch(/Installing .*\n.*Building/);
});

test('nothing is done twice', () => {
  ready('build');
  expect(ready('build')).toEqual({ status: 0, ran: [], said: '' });
});

test('installing does not build', () => {
  expect(ready('install').ran).toEqual([NPM]);
  expect(ready('build').ran).toEqual(BUILT);
});

test('a changed lock is installed and built again', () => {
  ready('build');
  write('package-lock.json', lockWith(chessopsOf('1.0.1')));
  expect(ready('build').ran).toEqual([NPM, ...BUILT]);
});

test('a manual npm install is kept', () => {
  ready('build');
  write('package-lock.json', lockWith(chessopsOf('1.0.1')));
  write('node_modules/.package-lock.json', lockWith(chessopsOf('1.0.1')));
  expect(ready('install').ran).toEqual([]);
});

test('a missing package for another platform is no reason to install', () => {
  ready('install');
  write('package-lock.json', lockWith({ ...chessopsOf('1.0.0'), 'node_modules/other-os': { optional: true } }));
  expect(ready('install').ran).toEqual([]);
});

test.each([
  ['a changed source', () => write('packages/rules/src/index.ts', 'export const a = 1;'), BUILT],
  ['a new source', () => write('packages/rules/src/new/file.ts', ''), BUILT],
  ['a lost build', () => rmSync(join(root, 'packages/rules/dist'), { recursive: true }), PACKAGES],
  ['a lost bundle', () => rmSync(join(root, 'packages/rules/dist/bundle.js')), PACKAGES],
  ['a changed page', () => write('apps/web/src/App.svelte', '<p>Hello</p>'), PAGE],
  ['a changed file beside the page', () => write('apps/web/public/theme.js', ''), PAGE],
  ['a lost page', () => rmSync(join(root, 'apps/web/dist'), { recursive: true }), PAGE],
  ['a package that the page does not depend on', () => write('packages/std/src/index.ts', ' '), []],
  ['a new test', () => write('packages/rules/src/index.test.ts', ''), []],
])('%s is built as needed', (_, change, expected) => {
  ready('build');
  change();
  expect(ready('build').ran).toEqual(expected);
});

test('a failed build is tried again', () => {
  expect(ready('build', { TSC_FAILS: '1' })).toMatchObject({
    status: 1,
    said: expect.stringContaining('build failed'),
  });
  expect(ready('build').ran).toEqual(BUILT);
});

test('a page that could not be built is tried again', () => {
  expect(ready('build', { VITE_FAILS: '1' })).toMatchObject({
    status: 1,
    said: expect.stringContaining('page could not be built'),
  });
  expect(ready('build').ran).toEqual(PAGE);
});

test('interpreters that do not start are reported, and the build succeeds', () => {
  const { status, ran, said } = ready('build', { IMAGES_FAIL: '1' });
  expect([status, ran]).toEqual([0, [NPM, ...BUILT]]);
  expect(said).toContain('script interpreters did not start');
});

test('two builds at once wait for each other', async () => {
  ready('install');
  const said = [1, 2].map(() => text(spawn(process.execPath, [join(root, 'scripts', 'ready.mjs'), 'build']).stdout));
  expect((await Promise.all(said)).join('').split('\n').filter(Boolean)).toEqual(BUILT);
});

test('the lock of a killed build does not block the next one', () => {
  ready('install');
  write('node_modules/.chessmith/building', '999999999');
  expect(ready('build').ran).toEqual(BUILT);
});

test('an old Node gets a message with the required version', () => {
  write('package.json', '{ "type": "module", "engines": { "node": ">=99.1" } }');
  expect(ready('build')).toMatchObject({
    status: 1,
    ran: [],
    said: expect.stringContaining('needs Node 99.1 or later'),
  });
});

test('a missing compiler is named when a native module cannot be installed', () => {
  const sqlite = { version: '1.0.0', hasInstallScript: true, dependencies: { 'prebuild-install': '1' } };
  write('package-lock.json', lockWith({ 'node_modules/better-sqlite3': sqlite }));
  const { status, said } = ready('install', { NPM_FAILS: '1', PATH: root });
  expect(status).toBe(1);
  expect(said).toContain('better-sqlite3 may have to be compiled here, but python3, make, g++ cannot be found');
  expect(said).toContain('apt-get install python3 make g++');
});

test('without a native module a failed install is not blamed on the compiler', () => {
  const { status, said } = ready('install', { NPM_FAILS: '1', PATH: root });
  expect(status).toBe(1);
  expect(said).not.toContain('compiled');
});
