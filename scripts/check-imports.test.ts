import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.mjs';

const REPOSITORY = {
  'package.json': '{ "devDependencies": { "vitest": "4", "chessops": "1", "chess.js": "1" } }',
  'packages/std/package.json': '{ "name": "@chessmith/std" }',
  'packages/rules/package.json':
    '{ "dependencies": { "@chessmith/std": "0", "left-pad": "1", "gpl-pad": "1", "either-pad": "1" } }',
  'packages/quantum/package.json': '{ "dependencies": { "@chessmith/std": "0", "@chessmith/rules": "0" } }',
  'packages/game/package.json': '{ "dependencies": { "@chessmith/std": "0" } }',
  'packages/store/package.json': '{ "dependencies": {} }',
  'apps/cli/package.json': '{ "dependencies": { "@chessmith/rules": "0", "@chessmith/server": "0" } }',
  'apps/server/package.json': '{ "dependencies": { "@chessmith/rules": "0" } }',
  'apps/web/package.json': '{ "dependencies": { "@chessmith/rules": "0", "gpl-pad": "1" } }',
  'node_modules/gpl-pad/package.json': '{ "license": "GPL-3.0-or-later" }',
  'node_modules/either-pad/package.json': '{ "license": "(MIT OR GPL-3.0-or-later)" }',
  'node_modules/left-pad/package.json': '{ "license": "MIT" }',
  'node_modules/chessops/package.json': '{ "license": "GPL-3.0-or-later" }',
};

let root: string | undefined;
afterEach(() => {
  if (root !== undefined) rmSync(root, { recursive: true });
  root = undefined;
});

function complaints(files: Record<string, string>, toResolve: Record<string, string> = {}): string[] {
  root = mkdtempSync(join(tmpdir(), 'chessmith-imports-'));
  for (const [path, text] of Object.entries({ ...REPOSITORY, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkImports(root, toResolve).map(({ file, line, specifier }) => `${file}:${line} ${specifier}`);
}

describe('allowed', () => {
  test.each([
    ['a lower package by its entry point', 'packages/rules/src/a.ts', "import { ok } from '@chessmith/std';"],
    ['a file of the same package', 'packages/rules/src/deep/a.ts', "export * from '../b.js';"],
    [
      'a testing subpath, from a test',
      'packages/quantum/src/a.test.ts',
      "import { x } from '@chessmith/rules/testing';",
    ],
    [
      'a testing subpath, from a proof',
      'packages/quantum/src/a.prove.ts',
      "import { x } from '@chessmith/rules/testing';",
    ],
    ['a testing subpath, from another', 'packages/quantum/src/testing/a.ts', "import '@chessmith/rules/testing';"],
    ['the package’s own testing folder, from a test', 'packages/rules/src/a.test.ts', "import './testing/index.js';"],
    ['a test tool, from a test', 'packages/rules/src/a.test.ts', "import { test } from 'vitest';"],
    ['an oracle, from a test', 'packages/rules/src/a.test.ts', "import { Chess } from 'chessops/chess';"],
    ['an oracle, from a bench', 'bench/rules/main.ts', "import 'chess.js'; import 'chessops'; import 'node:fs';"],
    ['Node, from a test of a pure package', 'packages/rules/src/a.test.ts', "import 'node:fs';"],
    ['Node, from an app', 'apps/cli/src/a.ts', "import { parseArgs } from 'node:util';"],
    ['Node, from the package that owns the disk', 'packages/store/src/a.ts', "import 'node:fs';"],
    ['the server, from the command', 'apps/cli/src/serve.ts', "await import('@chessmith/server');"],
    ['a declared dependency', 'packages/rules/src/a.ts', "import 'left-pad/deep'; import 'either-pad';"],
    ['a GPL package, in the page', 'apps/web/src/Board.svelte', '<script lang="ts">import \'gpl-pad\';</script>'],
    ['Node, where the page is built', 'apps/web/vite.config.ts', "import 'node:path'; import 'vitest';"],
    [
      'words in comments and strings',
      'packages/std/src/a.ts',
      "// import '@chessmith/rules'\nexport const a = \"import 'fs'\";",
    ],
  ])('%s', (_, file, code) => {
    expect(complaints({ [file]: code })).toEqual([]);
  });
});

describe('forbidden', () => {
  const toRules = '@chessmith/rules';
  test.each([
    ['an upper package', 'packages/std/src/a.ts', `import { x } from '${toRules}';`, toRules],
    ['an upper package’s type', 'packages/std/src/a.ts', `import type { X } from '${toRules}';`, toRules],
    ['an upper package’s type, inline', 'packages/std/src/a.ts', `type X = import('${toRules}').X;`, toRules],
    ['an upper package’s typeof', 'packages/std/src/a.ts', `type X = typeof import('${toRules}');`, toRules],
    ['an upper package, exported on', 'packages/std/src/a.ts', `export { x } from '${toRules}';`, toRules],
    ['an upper package’s types, exported on', 'packages/std/src/a.ts', `export type * from '${toRules}';`, toRules],
    ['an upper package, for its effects', 'packages/std/src/a.ts', `import '${toRules}';`, toRules],
    ['an upper package, late', 'packages/std/src/a.ts', `await import('${toRules}');`, toRules],
    ['an upper package, in a template', 'packages/std/src/a.ts', `await import(\`${toRules}\`);`, toRules],
    ['an upper package, by require', 'packages/std/src/a.cts', `import x = require('${toRules}');`, toRules],
    [
      'an upper package, by augmentation',
      'packages/std/src/a.ts',
      `export {}; declare module '${toRules}' {}`,
      toRules,
    ],
    ['an upper package, by reference', 'packages/std/src/a.ts', `/// <reference types="${toRules}" />`, toRules],
    ['an upper package, in JSDoc', 'packages/std/src/a.js', `/** @type {import('${toRules}').X} */\nlet x;`, toRules],
    ['an upper package, mocked', 'packages/std/src/a.test.ts', `vi.mock('${toRules}');`, toRules],
    ['an upper package, from a test', 'packages/std/src/a.test.ts', `import '${toRules}';`, toRules],
    ['a package of the same layer', 'packages/game/src/a.ts', "import '@chessmith/quantum';", '@chessmith/quantum'],
    ['a package that package.json does not list', 'packages/game/src/a.ts', `import '${toRules}';`, toRules],
    ['past the entry point', 'packages/quantum/src/a.ts', `import '${toRules}/src/fen.js';`, `${toRules}/src/fen.js`],
    ['into the build', 'packages/quantum/src/a.ts', `import '${toRules}/dist/index.js';`, `${toRules}/dist/index.js`],
    [
      'another package by a relative path',
      'packages/quantum/src/a.ts',
      "import '../../rules/src/a.js';",
      '../../rules/src/a.js',
    ],
    [
      'a package with a similar name by a relative path',
      'packages/std/src/a.ts',
      "import '../../std2/a.js';",
      '../../std2/a.js',
    ],
    [
      'a file outside of the package by reference',
      'packages/std/src/a.ts',
      '/// <reference path="../../x.d.ts" />',
      '../../x.d.ts',
    ],
    ['itself by name', 'packages/rules/src/a.ts', `import '${toRules}';`, toRules],
    ['a private alias', 'packages/rules/src/a.ts', "import '#fen';", '#fen'],
    ['a computed name', 'packages/rules/src/a.ts', 'await import(name);', 'import(…)'],
    [
      'a testing subpath, from shipped code',
      'packages/quantum/src/a.ts',
      `import '${toRules}/testing';`,
      `${toRules}/testing`,
    ],
    ['a testing subpath, from a bench', 'bench/a.ts', `import '${toRules}/testing';`, `${toRules}/testing`],
    ['its own testing folder', 'packages/rules/src/a.ts', "import './testing/index.js';", './testing/index.js'],
    ['its own test', 'packages/rules/src/a.ts', "import './b.test.js';", './b.test.js'],
    ['a test tool', 'packages/rules/src/a.ts', "import 'vitest';", 'vitest'],
    ['an oracle', 'packages/rules/src/a.ts', "import type { Chess } from 'chess.js';", 'chess.js'],
    ['an undeclared dependency', 'packages/rules/src/a.test.ts', "import 'lodash';", 'lodash'],
    ['a GPL package', 'packages/rules/src/a.ts', "import 'gpl-pad';", 'gpl-pad'],
    ['Node, from a pure package', 'packages/rules/src/a.ts', "import 'node:fs';", 'node:fs'],
    ['Node by its old name', 'packages/rules/src/a.ts', "import 'fs/promises';", 'fs/promises'],
    ['Node, from the page', 'apps/web/src/a.ts', "import 'node:fs';", 'node:fs'],
    [
      'the server, from the page',
      'apps/web/src/A.svelte',
      "<script>import '@chessmith/server'</script>",
      '@chessmith/server',
    ],
    ['the command, from the server', 'apps/server/src/a.ts', "import '@chessmith/cli';", '@chessmith/cli'],
  ])('%s', (_, file, code, specifier) => {
    const found = complaints({ [file]: code });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}:\\d+ `));
    expect(found[0]?.split(' ')[1]).toBe(specifier);
  });

  test('a dependency in package.json that the table forbids', () => {
    expect(complaints({ 'packages/std/package.json': '{ "dependencies": { "@chessmith/rules": "0" } }' })).toEqual([
      'packages/std/package.json:1 @chessmith/rules',
    ]);
  });

  test('a package that is not in the table', () => {
    expect(complaints({ 'packages/attic/package.json': '{}' })).toEqual(['packages/attic:1 packages/attic']);
  });

  test('violations name the line, also in a Svelte component', () => {
    const component = '<h1>Board</h1>\n<script lang="ts">\n  let a;\n  import \'@chessmith/game\';\n</script>\n';
    expect(complaints({ 'apps/web/src/Board.svelte': component })).toEqual([
      'apps/web/src/Board.svelte:4 @chessmith/game',
    ]);
  });
});

describe('cycles', () => {
  test.each([
    ['two files', { 'a.ts': "import './b.js';", 'b.ts': "import type { A } from './a.js';" }, ['a.ts:1 ./b.js']],
    [
      'three files',
      { 'a.ts': "import './b.js';", 'b.ts': "\nimport './c.js';", 'c.ts': "export * from './a.js'; import './a.js';" },
      ['a.ts:1 ./b.js'],
    ],
    [
      'two folders whose files have no cycle',
      { 'one/a.ts': "import '../two/a.js';\nimport '../two/b.js';", 'two/b.ts': "import '../one/b.js';" },
      ['two/b.ts:1 ../one/b.js'],
    ],
    [
      'a folder and a file beside it',
      { 'one/a.ts': "import '../two.js';", 'two.ts': "import './one/b.js'; import './one/c.js';" },
      ['one/a.ts:1 ../two.js'],
    ],
    [
      'a file and the index of its folder',
      { 'index.ts': "export * from './a.js';\nexport * from './b.js';", 'a.ts': "import './index.js';" },
      ['a.ts:1 ./index.js'],
    ],
  ])('%s', (_, files, found) => {
    const inPackage = Object.entries(files).map(([name, code]) => [`packages/rules/src/${name}`, code]);
    expect(complaints(Object.fromEntries(inPackage))).toEqual(found.map((line) => `packages/rules/src/${line}`));
  });

  test('a test may import from any folder', () => {
    const files = { 'one/a.test.ts': "import '../two/a.js';", 'two/a.ts': "import '../one/b.js';", 'one/b.ts': '' };
    const inPackage = Object.entries(files).map(([name, code]) => [`packages/rules/src/${name}`, code]);
    expect(complaints(Object.fromEntries(inPackage))).toEqual([]);
  });

  test('a listed folder may still have cycles, and has to leave the list without them', () => {
    const listed = { 'packages/rules/src': 'moves soon' };
    const cycle = { 'packages/rules/src/a.ts': "import './b.js';", 'packages/rules/src/b.ts': "import './a.js';" };
    expect(complaints(cycle, listed)).toEqual([]);
    expect(complaints({}, listed)).toEqual(['scripts/check-imports.mjs:1 packages/rules/src']);
  });
});
