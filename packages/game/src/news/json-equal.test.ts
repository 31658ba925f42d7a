import { expect, test } from 'vitest';
import { jsonEqual } from './json-equal.js';

const VALUES = [null, 0, 1, '', '0', true, [], [null], [1], [1, 2], {}, { a: 1 }, { a: 1, b: 2 }, { a: [1] }, { 0: 1 }];

test('a value equals its copy and no other value', () => {
  for (const [index, one] of VALUES.entries()) {
    const found = VALUES.flatMap((other, at) => (jsonEqual(one, structuredClone(other)) ? [at] : []));
    expect(found).toEqual([index]);
  }
});

test('the order of fields does not matter, the order of items does', () => {
  expect(jsonEqual({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(jsonEqual([1, 2], [2, 1])).toBe(false);
});
