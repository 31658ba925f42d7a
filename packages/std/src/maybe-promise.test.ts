import { expect, test } from 'vitest';
import { andThen } from './maybe-promise.js';

test('what is there is gone on with at once, what comes later when it comes', async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});
