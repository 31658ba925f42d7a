import { expect, test } from 'vitest';
import { nearNames } from './near-names.js';

const NAMES = ['standard', 'chess960', 'king-of-the-hill', 'grand', 'horde', 'pawn-war'];

test.each([
  ['standart', ['standard']],
  ['standrad', ['standard']],
  ['hrode', ['horde']],
  ['hill', ['king-of-the-hill']],
  ['960', ['chess960']],
  ['Grand', ['grand']],
  ['xiangqi', []],
  ['', []],
  ['x'.repeat(100_000), []],
])('%s is near %j', (text, near) => {
  expect(nearNames(text, NAMES)).toEqual(near);
});
