import { expect, test } from 'vitest';
import { stopInTime } from './stop-in-time.js';

test('a stop that never ends is given up', async () => {
  expect(await stopInTime(() => new Promise(() => {}), 1)).toBe(false);
});

test('a stop that ends is waited for, and one that fails is not hidden', async () => {
  expect(await stopInTime(async () => {}, 600_000)).toBe(true);
  await expect(stopInTime(() => Promise.reject(new Error('no')), 600_000)).rejects.toThrow('no');
});
