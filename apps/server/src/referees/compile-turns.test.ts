import { expect, test } from 'vitest';
import { openCompileTurns } from './compile-turns.js';

/** A clock that only tasks advance, and pauses that the test ends. */
function manualTime() {
  let now = 0;
  const pauses: { readonly ms: number; end(): void }[] = [];
  return {
    nowMs: () => now,
    pause: (ms: number) => new Promise<void>((end) => void pauses.push({ ms, end })),
    spend(ms: number) {
      now += ms;
    },
    pauses,
    async endPause() {
      pauses.at(-1)!.end();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

test('long tasks run one at a time, each followed by a pause of twice its duration, and addresses take turns', async () => {
  const time = manualTime();
  const turns = openCompileTurns(time);
  const done: string[] = [];
  const compile = (author: string, address: string, name: string) =>
    void turns.inTurn({ author, address }, () => {
      done.push(name);
      time.spend(100);
    });
  for (const name of ['large 1', 'large 2', 'large 3']) compile('mallory', '10.0.0.1', name);
  compile('mallet', '10.0.0.1', 'of another author');
  compile('anna', '10.0.0.2', 'honest');
  expect(done).toEqual(['large 1']);
  expect(time.pauses.map(({ ms }) => ms)).toEqual([200]);
  await time.endPause();
  expect(done).toEqual(['large 1', 'honest']);
  for (let pause = 0; pause < 3; pause++) await time.endPause();
  expect(done.slice(2)).toEqual(['of another author', 'large 2', 'large 3']);
});

test('short tasks need no pause, and a failed task affects no other', async () => {
  const time = manualTime();
  const turns = openCompileTurns(time);
  const fail = () => {
    throw new Error('invalid');
  };
  await expect(turns.inTurn({ author: 'anna' }, fail)).rejects.toThrow('invalid');
  expect(await turns.inTurn({ author: 'anna' }, () => 7)).toBe(7);
  expect(time.pauses).toEqual([]);
});

test('a shutdown does not wait for queued tasks', async () => {
  const time = manualTime();
  const turns = openCompileTurns(time);
  await turns.inTurn({ author: 'anna' }, () => time.spend(100));
  const waiting = turns.inTurn({ author: 'bert' }, () => 7);
  turns.close();
  await expect(waiting).rejects.toThrow('the server is shutting down');
});
