import type { Happening } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { measuredIn } from './measured.js';

const measured = (on: string, found: boolean, probability: number): Happening => ({
  kind: 'measured',
  on: [on],
  found,
  probability,
});
const moved: Happening = { kind: 'moved', role: 'knight', color: 'white', from: 'a3', to: 'c4' };

test.each<[string, readonly Happening[], string]>([
  ['e2e4', [moved], ''],
  ['a3xc4.m1', [measured('a3', true, 0.5), moved], 'Measured: the move went on (50 %).'],
  // Its way may have been blocked: then the piece is where it was.
  [
    'c2xc4.m0',
    [measured('c2', false, 0.25)],
    'Measured: the move did not go on (75 %). Nothing moved, and the turn is used.',
  ],
  [
    'c6e5',
    [measured('c6', false, 0.5), measured('e5', true, 0.125)],
    'Measured: c6 was not there (50 %); e5 was there (13 %). Nothing moved, and the turn is used.',
  ],
  ['a3c4', [measured('a3', true, 1 / 3), moved], 'Measured: a3 was there (33 %).'],
])('%s', (notation, happened, words) => expect(measuredIn({ notation, happened })).toBe(words));
