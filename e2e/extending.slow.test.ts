import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, blocksIn, type Copy, copyRepository, roomsIn } from './followed.js';

const PAGES = ['ruleset', 'language', 'transport', 'store'].map((name) => `docs/extending/${name}.md`);
const BLOCKS = PAGES.flatMap(blocksIn);
const NEW_FILES = BLOCKS.filter(({ kind }) => kind === 'ts').map(({ file }) => file);
const CHANGED_FILES = BLOCKS.filter(({ file }) => file.endsWith('.ts')).map(({ file }) => file);

let copy: Copy;
beforeAll(() => {
  copy = copyRepository([...roomsIn('packages'), 'apps/server']);
  for (const block of BLOCKS) copy.follow(block);
});
afterAll(() => copy.remove());

describe('a newcomer who follows the pages on extending to the letter', () => {
  test.each(PAGES)('makes new files and changes few lines by %s', (page) => {
    const own = (kind: string): readonly Block[] =>
      BLOCKS.filter((block) => block.page === page && block.kind === kind);
    expect(own('ts').length).toBeGreaterThan(1);
    expect(own('diff').flatMap(({ text }) => text.match(/^[+-]/gm)).length).toBeLessThan(30);
  });

  test('writes as the house writes', async () => {
    const { isContent, said } = await copy.run(
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--vcs-enabled=false',
      ...CHANGED_FILES,
    );
    expect(isContent, said).toBe(true);
  });

  test('imports only what a room may', async () => {
    const { isContent, said } = await copy.run('scripts/check-imports.mjs', '.');
    expect(isContent, said).toBe(true);
  });

  test('has the compiler agree', () => {
    expect(copy.typeErrors(CHANGED_FILES)).toEqual([]);
  });

  test('passes every suite that the pages name', async () => {
    const tests = NEW_FILES.filter((file) => file.endsWith('.test.ts'));
    const { isContent, said } = await copy.run('node_modules/vitest/vitest.mjs', 'run', ...tests);
    expect(isContent, said).toBe(true);
    for (const file of tests) expect(said).toContain(file);
  });
});
