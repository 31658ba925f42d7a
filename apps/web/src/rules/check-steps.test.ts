import type { CheckProgress } from '@chessmith/client';
import { expect, test } from 'vitest';
import { countWords, stepWords } from './check-steps.js';

const cases: readonly (readonly [CheckProgress | null, string, string])[] = [
  [null, 'Queued.', ''],
  [{ step: 'reading', done: 0, of: 1 }, 'Reading the code.', ''],
  [{ step: 'start', done: 0, of: 1 }, 'Setting up the board.', ''],
  [
    { step: 'self-play', done: 3, of: 20, moves: 412 },
    'Playing random test games.',
    '3 of 20 games finished, 412 moves',
  ],
  [
    { step: 'theories', done: 2, of: 10 },
    'Evaluating the movement rules from every square.',
    '2 of 10 rules evaluated',
  ],
];

test.each(cases)('%j: %s %s', (progress, step, count) => {
  expect([stepWords(progress), countWords(progress)]).toEqual([step, count]);
});
