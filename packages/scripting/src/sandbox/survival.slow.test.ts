import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { javascriptAround } from '../testing/hostile/javascript.js';
import { childPids } from '../testing/sandbox-pids.js';
import { openSandbox, type SandboxOptions } from './open-sandbox.js';
import type { Program, Sandbox, Worked } from './port.js';

const errand = (lane: string) => ({ lane, kind: 'play' }) as const;
const HONEST = javascriptAround('return 1;');
const LOOP = javascriptAround('for (;;);');

const PATIENT = { call: { cpuMs: 60_000, wallMs: 60_000 } };

let sandbox: Sandbox;
const open = (options: SandboxOptions = {}): void => {
  sandbox = openSandbox({ languages: ['javascript'], workersPerLanguage: 2, ...options });
};
afterEach(() => sandbox.close());

async function prepare(source: string): Promise<Program> {
  const worked = await sandbox.prepare('javascript', source, errand('x'));
  if (!worked.ok) throw new Error(JSON.stringify(worked));
  return worked.value;
}
const call = (program: Program, lane = 'x'): Promise<Worked<string>> =>
  sandbox.call(program, { name: 'makeMove', args: '[0]', seed: 1 }, errand(lane));
const codes = (all: readonly Worked<unknown>[]) => new Set(all.map((one) => (one.ok ? 'ok' : one.trouble.code)));

test('a process that is killed is replaced: calls under way are answered, others work, and who kills it twice is out', async () => {
  open({ budgets: PATIENT });
  const [loop, honest] = [await prepare(LOOP), await prepare(HONEST)];
  for (let deaths = 1; deaths <= 2; deaths++) {
    const underWay = call(loop);
    expect(await call(honest, 'y')).toMatchObject({ ok: true, value: '1' });
    for (const pid of childPids().filter(isSandbox)) process.kill(pid, 'SIGKILL');
    expect(await underWay).toMatchObject({ ok: false, trouble: { code: 'sandbox/died' } });
    expect(sandbox.status()).toMatchObject({ replacedProcesses: deaths });
  }
  expect(await call(loop)).toMatchObject({ ok: false, trouble: { code: 'script/engine-died' } });
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

test('the process has an empty environment and belongs to nobody; closing answers everybody and leaves none', async () => {
  open({ budgets: PATIENT });
  const loop = await prepare(LOOP);
  const [pid, ...more] = childPids().filter(isSandbox);
  expect(more).toEqual([]);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/\0/g, '')).toBe('');
  if (process.getuid?.() === 0) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/Uid:\s+65534\s+65534/);
  const calls = Array.from({ length: 8 }, (_, i) => call(loop, `lane ${i}`));
  await sandbox.close();
  expect(codes(await Promise.all(calls))).toEqual(new Set(['sandbox/closed']));
  expect(await call(loop)).toMatchObject({ trouble: { code: 'sandbox/closed' } });
  expect(childPids().filter(isSandbox)).toEqual([]);
});

const isSandbox = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child/process');
