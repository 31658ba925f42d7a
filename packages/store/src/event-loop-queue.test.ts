import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventLoopQueue } from './event-loop-queue.js';

test('one waiter continues in each turn of the event loop', async () => {
  const nextTurn = eventLoopQueue();
  const continued: string[] = [];
  const waiting = ['a', 'b', 'c'].map((name) => nextTurn().then(() => continued.push(name)));
  const countsByTurn: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate();
    countsByTurn.push(continued.length);
  }
  await Promise.all(waiting);
  expect(continued).toEqual(['a', 'b', 'c']);
  expect(countsByTurn[0]).toBeLessThanOrEqual(1);
  expect(countsByTurn[1]).toBeLessThanOrEqual(2);
});
