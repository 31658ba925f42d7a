import { expect, test } from 'vitest';
import { openCompileTurns } from './compile-turns.js';

/** A clock that only work moves, and rests that end when the test says so. */
function openTime() {
  let now = 0;
  const rests: { readonly ms: number; end(): void }[] = [];
  return {
    nowMs: () => now,
    pause: (ms: number) => new Promise<void>((end) => void rests.push({ ms, end })),
    spend(ms: number) {
      now += ms;
    },
    rests,
    async endRest() {
      rests.at(-1)!.end();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

test('long work comes one piece at a time, with a rest of twice its time, and addresses take turns', async () => {
  const time = openTime();
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
  expect(time.rests.map(({ ms }) => ms)).toEqual([200]);
  await time.endRest();
  expect(done).toEqual(['large 1', 'honest']);
  for (let rest = 0; rest < 3; rest++) await time.endRest();
  expect(done.slice(2)).toEqual(['of another author', 'large 2', 'large 3']);
});

test('short work needs no rest, and a failure is its own', async () => {
  const time = openTime();
  const turns = openCompileTurns(time);
  const fail = () => {
    throw new Error('unsound');
  };
  await expect(turns.inTurn({ author: 'anna' }, fail)).rejects.toThrow('unsound');
  expect(await turns.inTurn({ author: 'anna' }, () => 7)).toBe(7);
  expect(time.rests).toEqual([]);
});

test('a stop does not wait for what has not begun', async () => {
  const time = openTime();
  const turns = openCompileTurns(time);
  await turns.inTurn({ author: 'anna' }, () => time.spend(100));
  const waiting = turns.inTurn({ author: 'bert' }, () => 7);
  turns.close();
  await expect(waiting).rejects.toThrow('the server stops');
});
