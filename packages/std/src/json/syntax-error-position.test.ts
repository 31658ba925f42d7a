import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntaxErrorPosition } from './syntax-error-position.js';

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a": 1,}', 1, 9],
  ["{'a': 1}", 1, 2],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['[1, 2\n  3]', 2, 3],
  ['[1, 02]', 1, 5],
  ['{"a" 1}', 1, 6],
  ['{"a": "open\n}', 1, 7],
  ['{"a": [1, 2}', 1, 12],
  ['{"a": undefined}', 1, 7],
  ['{} {}', 1, 4],
])('%j stops being JSON at line %i, column %i', (text, line, column) => {
  expect(syntaxErrorPosition(text)).toEqual({ line, column });
});

test('for valid JSON the position is the end', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent);
      const lines = written.split('\n');
      expect(syntaxErrorPosition(written)).toEqual({ line: lines.length, column: lines.at(-1)!.length + 1 });
    }),
  );
});
