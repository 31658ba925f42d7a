import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDuplicateKey } from './duplicate-key.js';

const repeats = (text: string) => hasDuplicateKey(text, JSON.parse(text));

test.each([
  ['{"side":"white","side":"black"}', true],
  ['{"a":{"b":1,"b":1}}', true],
  ['[{"a":1},{"a":[{"c":1,"\\u0063":2}]}]', true],
  ['{"a\\"":1, "a\\"" : 2}', true],
  ['{"":1,"":2}', true],
  ['{"a":{"a":{"a":"a"}}}', false],
  ['{"a":"\\"a\\":","b":"\\\\"}', false],
  ['["a","a",":"]', false],
  ['"a"', false],
  ['{}', false],
  ['7', false],
])('%s: %s', (text, expected) => {
  expect(repeats(text)).toBe(expected);
});

test('output of JSON.stringify has no duplicate keys, whatever its layout', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(repeats(JSON.stringify(value, null, space))).toBe(false);
    }),
    { numRuns: 300 },
  );
});
