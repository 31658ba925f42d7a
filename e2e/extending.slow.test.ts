import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, blocksIn, copyRepository, packagesIn, type RepositoryCopy } from './follow-docs.js';

const PAGES = ['ruleset', 'language', 'transport', 'store'].map((name) => `docs/extending/${name}.md`);
const BLOCKS = PAGES.flatMap(blocksIn);
const NEW_FILES = BLOCKS.filter(({ kind }) => kind === 'ts').map(({ file }) => file);
const CHANGED_FILES = BLOCKS.filter(({ file }) => file.endsWith('.ts')).map(({ file }) => file);

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository([...packagesIn('packages'), 'apps/server']);
  for (const block of BLOCKS) copy.follow(block);
});
afterAll(() => copy.remove());

describe('a developer who follows the pages on extending', () => {
  test.each(PAGES)('adds new files and changes few lines with %s', (page) => {
    const own = (kind: string): readonly Block[] =>
      BLOCKS.filter((block) => block.page === page && block.kind === kind);
    expect(own('ts').length).toBeGreaterThan(1);
    expect(own('diff').flatMap(({ text }) => text.match(/^[+-]/gm)).length).toBeLessThan(30);
  });

  test('passes the linter', async () => {
    const { hasPassed, output } = await copy.run(
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--vcs-enabled=false',
      ...CHANGED_FILES,
    );
    expect(hasPassed, output).toBe(true);
  });

  test('passes the check of imports', async () => {
    const { hasPassed, output } = await copy.run('scripts/check-imports.mjs', '.');
    expect(hasPassed, output).toBe(true);
  });

  test('has no type errors', () => {
    expect(copy.typeErrors(CHANGED_FILES)).toEqual([]);
  });

  test('passes every test file that the pages name', async () => {
    const tests = NEW_FILES.filter((file) => file.endsWith('.test.ts'));
    const { hasPassed, output } = await copy.run('node_modules/vitest/vitest.mjs', 'run', ...tests);
    expect(hasPassed, output).toBe(true);
    for (const file of tests) expect(output).toContain(file);
  });
});
