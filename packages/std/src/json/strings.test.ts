import { expect, test } from 'vitest';
import { lengthOutsideStrings } from './strings.js';

test.each([
  ['', 0],
  ['[[]]', 4],
  ['"[[]]"', 0],
  ['{"a": "b"}', 4],
  ['{"a\\"[":1}', 4],
  ['["\\\\",[]]', 5],
  ['["never ends', 1],
  ['["never ends\\"', 1],
  ['"', 0],
])('%s: %i characters are outside of strings', (text, length) => {
  expect(lengthOutsideStrings(text)).toBe(length);
});
