import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTurns } from './turns.js';

test('of those who wait, one goes on in each turn of the event loop', async () => {
  const nextTurn = openTurns();
  const gone: string[] = [];
  const waiting = ['a', 'b', 'c'].map((name) => nextTurn().then(() => gone.push(name)));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate();
    seen.push(gone.length);
  }
  await Promise.all(waiting);
  expect(gone).toEqual(['a', 'b', 'c']);
  expect(seen[0]).toBeLessThanOrEqual(1);
  expect(seen[1]).toBeLessThanOrEqual(2);
});
