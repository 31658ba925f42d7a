import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { javascriptAround } from '../testing/hostile/javascript.js';
import { childPids } from '../testing/sandbox-pids.js';
import { openSandbox, type SandboxOptions } from './open-sandbox.js';
import type { JobResult, Program, Sandbox } from './port.js';

const owner = (lane: string) => ({ lane, kind: 'play' }) as const;
const HONEST = javascriptAround('return 1;');
const LOOP = javascriptAround('for (;;);');

const PATIENT = { call: { cpuMs: 60_000, wallMs: 60_000 } };

let sandbox: Sandbox;
const open = (options: SandboxOptions = {}): void => {
  sandbox = openSandbox({ languages: ['javascript'], workersPerLanguage: 2, ...options });
};
afterEach(() => sandbox.close());

async function prepare(source: string): Promise<Program> {
  const result = await sandbox.prepare('javascript', source, owner('x'));
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}
const call = (program: Program, lane = 'x'): Promise<JobResult<string>> =>
  sandbox.call(program, { name: 'makeMove', args: '[0]', seed: 1 }, owner(lane));
const codes = (all: readonly JobResult<unknown>[]) => new Set(all.map((one) => (one.ok ? 'ok' : one.error.code)));

test('a killed process is replaced: running calls are answered, others work, and a script that crashes it twice is suspended', async () => {
  open({ budgets: PATIENT });
  const [loop, honest] = [await prepare(LOOP), await prepare(HONEST)];
  for (let deaths = 1; deaths <= 2; deaths++) {
    const underWay = call(loop);
    expect(await call(honest, 'y')).toMatchObject({ ok: true, value: '1' });
    for (const pid of childPids().filter(isSandbox)) process.kill(pid, 'SIGKILL');
    expect(await underWay).toMatchObject({ ok: false, error: { code: 'sandbox/died' } });
    expect(sandbox.status()).toMatchObject({ replacedProcesses: deaths });
  }
  expect(await call(loop)).toMatchObject({ ok: false, error: { code: 'script/engine-died' } });
  expect(await call(honest)).toMatchObject({ ok: true, value: '1' });
});

test('a thousand programs at once are prepared or refused, and moves are made meanwhile', async () => {
  open({ waiting: { total: 300, perLane: 100, longestMs: 60_000 } });
  const honest = await prepare(HONEST);
  const uploads = Array.from({ length: 1000 }, (_, i) =>
    sandbox.prepare('javascript', `${HONEST}//${i}`, { lane: `author ${i % 50}`, kind: 'check' }),
  );
  expect(await call(honest)).toMatchObject({ ok: true });
  expect(codes(await Promise.all(uploads))).toEqual(new Set(['ok', 'sandbox/busy']));
  expect(sandbox.status()).toMatchObject({ running: 0, waiting: 0 });
});

test('the process has an empty environment and no privileges; closing answers every call and leaves no process', async () => {
  open({ budgets: PATIENT });
  const loop = await prepare(LOOP);
  const [pid, ...more] = childPids().filter(isSandbox);
  expect(more).toEqual([]);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/\0/g, '')).toBe('');
  if (process.getuid?.() === 0) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/Uid:\s+65534\s+65534/);
  const calls = Array.from({ length: 8 }, (_, i) => call(loop, `lane ${i}`));
  await sandbox.close();
  expect(codes(await Promise.all(calls))).toEqual(new Set(['sandbox/closed']));
  expect(await call(loop)).toMatchObject({ error: { code: 'sandbox/closed' } });
  expect(childPids().filter(isSandbox)).toEqual([]);
});

const isSandbox = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child/process');
