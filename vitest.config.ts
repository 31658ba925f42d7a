import { configDefaults, defineConfig } from 'vitest/config';

const FOLDERS = ['packages/*/src', 'apps/*/src', 'scripts', 'bench', 'e2e'];
const filesCalled = (ending: string) => FOLDERS.map((folder) => `${folder}/**/*.${ending}`);

// Rooms are imported from their source, so that tests need no build and never meet an old one.
const resolve = { conditions: ['source'] };
const ssr = { resolve: { conditions: ['source'], externalConditions: ['source'] } };
const exclude = [...configDefaults.exclude, '**/dist/**'];

/** The proofs of `npm run prove <room>`: the whole of what the ordinary tests run a slice of. */
const proofs = {
  resolve,
  ssr,
  test: { name: 'prove', include: filesCalled('prove.ts'), exclude, testTimeout: 0, hookTimeout: 0 },
};

const tests = [
  {
    resolve,
    ssr,
    // A time-out only ends what hangs: a busy machine is no failure.
    test: {
      name: 'unit',
      // They share what they import, and loading it again for each file took longer than most of them.
      isolate: false,
      include: filesCalled('test.ts'),
      exclude: [...exclude, '**/*.slow.test.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  {
    resolve,
    ssr,
    test: { name: 'slow', include: filesCalled('slow.test.ts'), exclude, testTimeout: 300_000, hookTimeout: 300_000 },
  },
];

export default defineConfig({
  // Many tests wait for processes that they started, so no core is kept free beside them.
  test: { maxWorkers: '100%', projects: process.env.PROVE === undefined ? tests : [proofs] },
});
