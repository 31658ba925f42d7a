import { expect, test } from 'vitest';
import { rowsOf } from './rows.js';

const rows = (sides: string) =>
  rowsOf([...sides].map((side) => ({ color: side === 'w' ? 'white' : 'black' }))).map(({ white, black }) => [
    white,
    black,
  ]);

test.each([
  ['', []],
  ['w', [[[1], []]]],
  [
    'wbw',
    [
      [[1], [2]],
      [[3], []],
    ],
  ],
  [
    'bw',
    [
      [[], [1]],
      [[2], []],
    ],
  ],
  [
    'wbbww',
    [
      [[1], [2, 3]],
      [[4, 5], []],
    ],
  ],
])('moves of %s', (sides, expected) => {
  expect(rows(sides)).toEqual(expected);
});
