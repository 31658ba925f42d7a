import { expect, onTestFinished, test } from 'vitest';
import { openPool, type Pool } from './pool.js';
import type { JobOwner } from './port.js';
import type { RecyclePolicy } from './supervise-process.js';

const READY = [1, 2].map((worker) => ({ kind: 'ready', worker, language: 'javascript' }));
const BROKEN = { kind: 'broken', language: 'javascript', message: 'none starts' };

/** A pool with a fake process, which sends some messages at its start and others half a second later. */
function openFake(
  atOnce: number,
  first: readonly object[],
  later: readonly object[],
  { onJob = '', recycling }: { readonly onJob?: string; readonly recycling?: RecyclePolicy } = {},
): Pool {
  const program = `
    const stream = new (require('node:net').Socket)({ fd: 3 });
    const say = (message) => {
      const text = Buffer.from(JSON.stringify(message));
      const head = Buffer.alloc(4);
      head.writeUInt32LE(text.length);
      stream.write(Buffer.concat([head, text]));
    };
    say({ kind: 'hello' });
    const kept = [];
    let bytes = Buffer.alloc(0);
    stream.on('data', (part) => {
      bytes = Buffer.concat([bytes, part]);
      while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
        const message = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32LE(0)));
        bytes = bytes.subarray(4 + bytes.readUInt32LE(0));
        if (message.kind === 'start') {
          ${JSON.stringify(first)}.forEach(say);
          setTimeout(() => ${JSON.stringify(later)}.forEach(say), 500);
        } else {
          ${onJob}
        }
      }
    });
    stream.on('close', () => process.exit(0));`;
  const pool = openPool({
    poolSizes: { javascript: 2 },
    atOnce,
    waiting: { total: 100, perLane: 10, longestMs: 60_000 },
    isolations: [{ name: 'same user', command: process.execPath, args: ['-e', program] }],
    log: () => undefined,
    ...(recycling && { recycling }),
  });
  onTestFinished(() => pool.close());
  return pool;
}

const withWorker = (
  pool: Pool,
  lane: string,
  cpuMs: number,
  {
    until,
    program = 'rules',
    ...owner
  }: Partial<JobOwner> & { readonly until?: Promise<void>; readonly program?: string | null } = {},
) =>
  pool.withWorker('javascript', { lane, kind: 'play', ...owner }, program ?? undefined, async () => {
    await until;
    return { ok: true, value: lane, printed: '', cpuMs } as const;
  });

test('a language whose interpreters did not start is available again as soon as one starts', async () => {
  const pool = openFake(1, [BROKEN], READY);
  expect(await withWorker(pool, 'x', 1)).toMatchObject({ ok: false, error: { code: 'sandbox/closed' } });
  await expect.poll(() => withWorker(pool, 'x', 1), { timeout: 60_000 }).toMatchObject({ ok: true });
});

test('lanes that took long run apart from the others, one at a time', async () => {
  const pool = openFake(1, READY, []);
  await expect.poll(() => pool.status().warm.javascript, { timeout: 60_000 }).toBe(2);
  for (const lane of ['greedy', 'ruthless']) await withWorker(pool, lane, 100);
  // Compiling takes long, but only once.
  await withWorker(pool, 'modest', 100, { program: null });
  let stop: () => void = () => undefined;
  const ended: string[] = [];
  const greedy = withWorker(pool, 'greedy', 100, {
    until: new Promise((resolve) => {
      stop = resolve;
    }),
  }).then(() => ended.push('greedy'));
  const ruthless = withWorker(pool, 'ruthless', 100).then(() => ended.push('ruthless'));
  for (let i = 0; i < 3; i++) expect(await withWorker(pool, 'modest', 1)).toMatchObject({ ok: true });
  expect([pool.status().running, pool.status().waiting]).toEqual([1, 1]);
  stop();
  await Promise.all([greedy, ruthless]);
  expect(ended).toEqual(['greedy', 'ruthless']);
});

/** A promise that the test resolves. */
function latch(): { readonly kept: Promise<void>; keep(): void } {
  let keep: () => void = () => undefined;
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep: () => keep() };
}

async function openReady(atOnce: number): Promise<Pool> {
  const pool = openFake(atOnce, READY, []);
  await expect.poll(() => pool.status().warm.javascript, { timeout: 60_000 }).toBe(2);
  return pool;
}

test.each(['address', 'author'] as const)(
  'fifty rulesets of one %s delay a move of another by one turn',
  async (by) => {
    const pool = await openReady(1);
    const { kept, keep } = latch();
    const ended: string[] = [];
    const played = (lane: string, owner: Partial<JobOwner>, until?: Promise<void>) =>
      withWorker(pool, lane, 40, { ...owner, ...(until && { until }) }).then(() => ended.push(lane));
    const strangers = Array.from({ length: 50 }, (_, i) =>
      played(`stranger ${i}`, { author: `stranger ${i}`, [by]: 'one' }, kept),
    );
    const honest = Array.from({ length: 5 }, () => played('honest', { author: 'ann', address: 'other' }));
    keep();
    await Promise.all([...strangers, ...honest]);
    expect(ended.lastIndexOf('honest')).toBeLessThan(12);
  },
);

test('a move does not wait for a check', async () => {
  const pool = await openReady(1);
  const { kept, keep } = latch();
  const check = withWorker(pool, 'author', 100, { kind: 'check', until: kept });
  expect(await withWorker(pool, 'rules', 1)).toMatchObject({ ok: true });
  keep();
  expect(await check).toMatchObject({ ok: true });
});

test('a move that takes long loses its slot to others', async () => {
  const pool = await openReady(1);
  const { kept, keep } = latch();
  const loop = withWorker(pool, 'loop', 100, { until: kept });
  expect(await withWorker(pool, 'rules', 1)).toMatchObject({ ok: true });
  keep();
  expect(await loop).toMatchObject({ ok: true });
});

/** Each job `grow` loses one worker, which is replaced, and leaks 30 MB. */
const openGrowing = (): Pool =>
  openFake(2, READY, [], {
    onJob: `
      if (message.job.source === 'grow') {
        kept.push(Buffer.alloc(30e6, 1));
        say({ kind: 'gone', worker: message.worker });
        say({ kind: 'ready', worker: 100 + kept.length, language: 'javascript' });
      }
      say({ kind: 'done', id: message.id, cpuMs: 1, printed: '', value: '1' });`,
    recycling: { calmMs: 10, leastAgeMs: 0, growthBytes: 80e6 },
  });

const BUDGET = { cpuMs: 1000, wallMs: 60_000 };

test.runIf(process.platform === 'linux')(
  'a process that kept the memory of lost workers is replaced while another worker is leased, which keeps its lease',
  async () => {
    const pool = openGrowing();
    await expect.poll(() => pool.status().warm.javascript, { timeout: 60_000 }).toBe(2);
    const { kept, keep } = latch();
    const values: unknown[] = [];
    const honest = pool.withWorker('javascript', { lane: 'honest', kind: 'play' }, 'rules', async (lease) => {
      values.push((await lease.perform({ do: 'compile', source: 'before' }, BUDGET))?.value);
      await kept;
      values.push((await lease.perform({ do: 'compile', source: 'after' }, BUDGET))?.value);
      return { ok: true, value: null, printed: '', cpuMs: 1 };
    });
    let lanes = 0;
    const grow = () =>
      pool.withWorker('javascript', { lane: `hostile ${lanes++}`, kind: 'play' }, 'rules', async (lease) => {
        const done = await lease.perform({ do: 'compile', source: 'grow' }, BUDGET);
        return { ok: true, value: done?.value, printed: '', cpuMs: 1 };
      });
    await expect
      .poll(() => grow().then(() => pool.status().replacedProcesses), { timeout: 60_000, interval: 200 })
      .toBeGreaterThan(0);
    keep();
    await honest;
    expect(values).toEqual(['1', '1']);
    expect(await grow()).toMatchObject({ ok: true, value: '1' });
  },
);
