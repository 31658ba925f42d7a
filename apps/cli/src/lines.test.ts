import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './lines.js';

async function linesIn(...chunks: Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream())) lines.push(line);
  return lines;
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\nb\n', ['a', 'b']],
  ['a\r\n\r\nb', ['a', '', 'b']],
  ['"\u2028"\n"\u2029"', ['"\u2028"', '"\u2029"']],
  ['\n', ['']],
])('%j has the lines %j', async (text, expected) => {
  expect(await linesIn(Buffer.from(text))).toEqual(expected);
});

test('chunks may be split anywhere, even inside a character', async () => {
  const texts = fc.array(fc.constantFrom('a', '♞', '𝄞', '\n', '\r\n', '\u2028')).map((words) => words.join(''));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (text, size) => {
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect(await linesIn(...chunks)).toEqual(await linesIn(bytes));
    }),
  );
});

test('a line that is too long is cut detectably, and the next is whole', async () => {
  async function* stream() {
    for (const text of ['abc', 'd', 'efgh\nij', 'k\nabcd\n', 'abcde']) yield Buffer.from(text);
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream(), 4)) lines.push(line);
  expect(lines).toEqual(['abcde', 'ijk', 'abcd', 'abcde']);
});
