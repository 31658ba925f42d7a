import { afterEach, expect, test, vi } from 'vitest';
import { fairTurns } from './fair-turns.js';

afterEach(() => void vi.useRealTimers());

/** Turns of 100 ms each, by a clock that only they advance. */
function manualTurns() {
  let now = 0;
  const turns = fairTurns({}, () => now);
  const begun: string[] = [];
  return {
    turns,
    begun,
    async work(name: string, author: string, address: string): Promise<void> {
      const turn = await turns.take({ author, address });
      if ('code' in turn) throw new Error(turn.code);
      begun.push(name);
      await null;
      now += 100;
      turn.end();
    },
  };
}

test('one runs at a time; addresses take turns, and so do the authors of one address', async () => {
  const { begun, work } = manualTurns();
  await Promise.all([
    ...['large 1', 'large 2', 'large 3'].map((name) => work(name, 'mallory', '10.0.0.1')),
    work('of another author', 'mallet', '10.0.0.1'),
    work('honest', 'anna', '10.0.0.2'),
  ]);
  expect(begun).toEqual(['large 1', 'honest', 'of another author', 'large 2', 'large 3']);
});

test('after the longest wait the answer says when to try again, from the duration of recent turns', async () => {
  vi.useFakeTimers();
  const { turns } = manualTurns();
  const first = await turns.take({ author: 'mallory' });
  const waiting = turns.take({ author: 'anna' }, 60_000);
  vi.advanceTimersByTime(60_000);
  expect(await waiting).toMatchObject({ code: 'sandbox/busy', facts: { retryAfterMs: 1000 } });
  expect(turns.waiting).toBe(0);
  expect('code' in first).toBe(false);
});

test('too many entries are refused at once', async () => {
  const turns = fairTurns({ limits: { total: 10, each: [10, 1] } });
  void turns.take({ author: 'mallory' });
  void turns.take({ author: 'mallory' });
  expect(await turns.take({ author: 'mallory' })).toMatchObject({ code: 'sandbox/busy' });
  expect(turns.waiting).toBe(1);
});

test('closing answers all that wait', async () => {
  const { turns } = manualTurns();
  void turns.take({ author: 'anna' });
  const waiting = turns.take({ author: 'bert' });
  const closed = { code: 'server/stopping', message: 'The server is shutting down.' };
  turns.close(closed);
  expect(await waiting).toBe(closed);
  expect(await turns.take({ author: 'carla' })).toBe(closed);
});
