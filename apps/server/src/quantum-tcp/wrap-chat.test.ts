import { expect, test } from 'vitest';
import { wrapChat } from './wrap-chat.js';

test.each([
  ['', ['']],
  [' hola ', [' hola ']],
  ['x'.repeat(30), ['x'.repeat(30)]],
  ['x'.repeat(65), ['x'.repeat(30), 'x'.repeat(30), 'x'.repeat(5)]],
  ['I would split the knight first and wait', ['I would split the knight first', 'and wait']],
  ['I would split the knights first and wait', ['I would split the knights', 'first and wait']],
  [`a ${'b'.repeat(40)}`, ['a', 'b'.repeat(30), 'b'.repeat(10)]],
  ['😀'.repeat(31), ['😀'.repeat(30), '😀']],
  [`${' '.repeat(31)}x`, [' '.repeat(30), 'x']],
])('%j is wrapped as %j', (text, lines) => expect(wrapChat(text)).toEqual(lines));
