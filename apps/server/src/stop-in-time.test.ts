import { expect, test } from 'vitest';
import { stopInTime } from './stop-in-time.js';

test('a shutdown that never ends times out', async () => {
  expect(await stopInTime(() => new Promise(() => {}), 1)).toBe(false);
});

test('a shutdown that finishes in time succeeds, and its error is passed on', async () => {
  expect(await stopInTime(async () => {}, 600_000)).toBe(true);
  await expect(stopInTime(() => Promise.reject(new Error('no')), 600_000)).rejects.toThrow('no');
});
