import { expect, test } from 'vitest';
import { canonical } from './canonical.js';

test('the order of fields does not matter, that of lists does', () => {
  expect(canonical({ b: [1, { d: 2, c: 3 }], a: null })).toBe(canonical({ a: null, b: [1, { c: 3, d: 2 }] }));
  expect(canonical({ b: [1, 2] })).not.toBe(canonical({ b: [2, 1] }));
  expect(canonical({ a: 1, b: undefined })).toBe(canonical({ a: 1 }));
});
