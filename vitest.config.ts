import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { workersFromSource } from './packages/std/src/testing/program.js';

const FOLDERS = ['packages/*/src', 'apps/*/src', 'scripts', 'bench', 'e2e'];
const filesCalled = (ending: string) => FOLDERS.map((folder) => `${folder}/**/*.${ending}`);

// Packages are imported from their sources, so that tests need no build and never run an old one.
const resolve = { conditions: ['source'] };
const ssr = { resolve: { conditions: ['source'], externalConditions: ['source'] } };
const plugins = [workersFromSource()];
const exclude = [...configDefaults.exclude, '**/dist/**'];

/** The long runs of `npm run prove <package>`; the normal tests run a small part of them. */
const proofs = {
  resolve,
  ssr,
  plugins,
  test: { name: 'prove', include: filesCalled('prove.ts'), exclude, testTimeout: 0, hookTimeout: 0 },
};

/**
 * Slow tests that can share a process: they do not inspect their own process, its children or its memory, and leave
 * nothing behind.
 */
const SHARED_PROCESS = [
  'packages/{rules,quantum,game}/src/**/*.slow.test.ts',
  'packages/scripting/src/{check,referee,theories}/*.slow.test.ts',
  'packages/scripting/src/{docs,stubs}.slow.test.ts',
  'packages/store/src/sqlite/{contract,deferred-index,records,use-cases}.slow.test.ts',
  'apps/server/src/{contracts,operations,rate-limit,referees,statistics,system}/**/*.slow.test.ts',
  'apps/server/src/http/!(theories).slow.test.ts',
  'apps/server/src/secrecy.slow.test.ts',
  'apps/cli/src/judge/*.slow.test.ts',
  'apps/cli/src/commands/{scripts,theories}.slow.test.ts',
];

// Time-outs only end tests that hang; tests must pass on a busy machine.
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };
// Files share their imports: loading them for each file takes longer than most quick tests.
const sharing = { isolate: false };

const tests = [
  { name: 'unit', include: filesCalled('test.ts'), exclude: [...exclude, '**/*.slow.test.ts'], ...patient, ...sharing },
  { name: 'slow', include: filesCalled('slow.test.ts'), exclude: [...exclude, ...SHARED_PROCESS], ...patient },
  { name: 'slow-shared', include: SHARED_PROCESS, exclude, ...patient, ...sharing },
].map((test) => ({ resolve, ssr, plugins, test }));

export default defineConfig({
  // Many tests wait for disks, browsers and child processes, so there is one worker more than cores.
  test: { maxWorkers: availableParallelism() + 1, projects: process.env.PROVE === undefined ? tests : [proofs] },
});
