import { expect, test } from 'vitest';
import { soon } from './soon.js';

test('what is there is gone on with at once, what comes later when it comes', async () => {
  expect(soon(1, (value) => value + 1)).toBe(2);
  const later = soon(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});
