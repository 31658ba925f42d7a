import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJsonPath, parseJsonPath } from './reader.js';
import { valuePosition } from './value-position.js';

const TEXT = `{
  "name": "a \\"b\\" {[",
  "pieces": {
    "rook": { "letter": "r", "movements": [{ "kind": "slide" }, -1.5e3, null,
      { "kind": "lap" }] },
    "läu-fer": true
  }
}`;

test.each([
  ['', 1, 1],
  ['name', 2, 11],
  ['pieces.rook.letter', 4, 25],
  ['pieces.rook.movements[1]', 4, 65],
  ['pieces.rook.movements[3].kind', 5, 17],
  ['pieces["läu-fer"]', 6, 16],
  // A missing value is reported at the object or list that should contain it.
  ['pieces.rook.royal', 4, 13],
  ['pieces.rook.movements[9]', 4, 43],
  ['name.first', 2, 11],
])('%s is at line %i, column %i', (path, line, column) => expect(valuePosition(TEXT, path)).toEqual({ line, column }));

test('every formatted path reads back', () => {
  const step = fc.oneof(fc.nat({ max: 99 }), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(fc.array(step), (path) => {
      expect(parseJsonPath(formatJsonPath(path))).toEqual(path);
    }),
  );
});

test('a value is found at any position', () => {
  const found = ({ line, column }: { line: number; column: number }, text: string) =>
    text.split('\n')[line - 1]!.slice(column - 1);
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (other, name) => {
      const text = JSON.stringify([other, { a: other, [`x${name}`]: 'here' }], null, 1);
      expect(found(valuePosition(text, formatJsonPath([1, `x${name}`])), text)).toMatch(/^"here"/);
    }),
  );
});
