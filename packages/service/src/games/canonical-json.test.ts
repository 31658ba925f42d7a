import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.js';

test('the order of fields does not matter, the order of lists does', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: 3 }], a: null })).toBe(canonicalJson({ a: null, b: [1, { c: 3, d: 2 }] }));
  expect(canonicalJson({ b: [1, 2] })).not.toBe(canonicalJson({ b: [2, 1] }));
  expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }));
});
