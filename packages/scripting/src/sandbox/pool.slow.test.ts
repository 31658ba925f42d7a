import { expect, onTestFinished, test } from 'vitest';
import { openPool, type Pool } from './pool.js';

/** A process that has no interpreter at first, says so, and has one a moment later. */
const LATE = `
  const stream = new (require('node:net').Socket)({ fd: 3 });
  const say = (message) => {
    const text = Buffer.from(JSON.stringify(message));
    const head = Buffer.alloc(4);
    head.writeUInt32LE(text.length);
    stream.write(Buffer.concat([head, text]));
  };
  say({ kind: 'hello' });
  stream.once('data', () => {
    say({ kind: 'broken', language: 'javascript', message: 'none starts' });
    setTimeout(() => say({ kind: 'ready', worker: 1, language: 'javascript' }), 500);
  });
  stream.on('close', () => process.exit(0));
`;

const WORKED = { ok: true, value: 'worked', printed: '', cpuMs: 0 } as const;

test('a language whose interpreters did not start is there again as soon as one does', async () => {
  const pool: Pool = openPool({
    crews: { javascript: 1 },
    atOnce: 1,
    waiting: { total: 10, perLane: 10, longestMs: 60_000 },
    fences: [{ name: 'same user', command: process.execPath, args: ['-e', LATE] }],
    log: () => undefined,
  });
  onTestFinished(() => pool.close());
  const work = () => pool.seated('javascript', { lane: 'x', kind: 'play' }, undefined, async () => WORKED);
  expect(await work()).toMatchObject({ ok: false, trouble: { code: 'sandbox/closed' } });
  await expect.poll(work, { timeout: 60_000 }).toMatchObject({ ok: true, value: 'worked' });
});
