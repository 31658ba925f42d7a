import { expect, test } from 'vitest';
import { type Edit, type Field, indent, newLine, offsetOf, outdent } from './editing.js';

/** `|` marks the cursor; two of them enclose the selection. */
function field(drawn: string): Field {
  const text = drawn.replaceAll('|', '');
  const start = drawn.indexOf('|');
  const end = drawn.lastIndexOf('|');
  return { text, start, end: end === start ? start : end - 1 };
}

function after(drawn: string, key: (field: Field) => Edit): string {
  const before = field(drawn);
  const { from, to, insert, select } = key(before);
  const text = before.text.slice(0, from) + insert + before.text.slice(to);
  const [start, end] = select ?? [from + insert.length, from + insert.length];
  const mark = start === end ? '' : `${text.slice(start, end)}|`;
  return `${text.slice(0, start)}|${mark}${text.slice(end)}`;
}

test.each([
  ['a|b', 'a\n|b'],
  ['  a|', '  a\n  |'],
  ['if x:|', 'if x:\n    |'],
  ['  f({|', '  f({\n      |'],
  ['move(A, B) :-|', 'move(A, B) :-\n    |'],
  ['a|bc|d', 'a\n|d'],
])('Enter in %j', (before, expected) => {
  expect(after(before, newLine)).toBe(expected);
});

test.each([
  ['|a', '    |a'],
  ['ab|', 'ab  |'],
  ['|a\n\nb|\nc', '|    a\n\n    b|\nc'],
])('Tab in %j', (before, expected) => {
  expect(after(before, indent)).toBe(expected);
});

test.each([
  ['      a|', '  a|'],
  ['  |a', '|a'],
  ['|a', '|a'],
  ['|    a\n\tb\n|c', '|a\nb|\nc'],
])('Shift and Tab in %j', (before, expected) => {
  expect(after(before, outdent)).toBe(expected);
});

test.each([
  [1, 1, 0],
  [2, 1, 3],
  [2, 3, 5],
  [2, 99, 6],
  [9, 1, 7],
])('line %i, column %i', (line, column, offset) => {
  expect(offsetOf('ab\nxyz\n', line, column)).toBe(offset);
});
