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
  ['a3xc4.m1', [measured('a3', true, 0.5), moved], 'Measurement: the move succeeded (50 % chance).'],
  [
    'c2xc4.m0',
    [measured('c2', false, 0.25)],
    'Measurement: the move failed (75 % chance). Nothing moved, and the turn is over.',
  ],
  [
    'c6e5',
    [measured('c6', false, 0.5), measured('e5', true, 0.125)],
    'Measurement: no piece was on c6 (50 % chance); a piece was on e5 (13 % chance). Nothing moved, and the turn is over.',
  ],
  ['a3c4', [measured('a3', true, 1 / 3), moved], 'Measurement: a piece was on a3 (33 % chance).'],
])('%s', (notation, happened, words) => expect(measuredIn({ notation, happened })).toBe(words));
