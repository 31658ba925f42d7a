import type { CheckProgress } from '@chessmith/client';
import { expect, test } from 'vitest';
import { countWords, stepWords } from './check-steps.js';

const cases: readonly (readonly [CheckProgress | null, string, string])[] = [
  [null, 'It waits for its turn.', ''],
  [{ step: 'reading', done: 0, of: 1 }, 'It is read.', ''],
  [{ step: 'start', done: 0, of: 1 }, 'Its start is made.', ''],
  [
    { step: 'self-play', done: 3, of: 20, moves: 412 },
    'It plays games of random moves against itself.',
    '3 of 20 games ended, 412 moves',
  ],
  [{ step: 'theories', done: 2, of: 10 }, 'Its theories are asked from every square.', '2 of 10 theories answered'],
];

test.each(cases)('%j is told as %s %s', (progress, step, count) => {
  expect([stepWords(progress), countWords(progress)]).toEqual([step, count]);
});
