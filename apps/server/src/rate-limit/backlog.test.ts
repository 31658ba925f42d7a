import { expect, test } from 'vitest';
import { createBacklog } from './backlog.js';

test('the clients that have waited longest are dropped until the backlog is within its limit', () => {
  const dropped: string[] = [];
  const backlog = createBacklog(100);
  const hold = (name: string, bytes: number) => backlog.hold(bytes, () => dropped.push(name));
  const a = hold('a', 40);
  const b = hold('b', 40);
  hold('c', 20);
  expect(dropped).toEqual([]);
  a.release();
  hold('d', 40);
  expect(dropped).toEqual([]);
  b.update(70);
  expect(dropped).toEqual(['b']);
  b.update(1000);
  b.release();
  hold('e', 40);
  expect(dropped).toEqual(['b']);
  hold('f', 10);
  expect(dropped).toEqual(['b', 'c']);
});
