import { expect, test } from 'vitest';
import { andThen } from './maybe-promise.js';

test('a value continues synchronously, a promise when it resolves', async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});
