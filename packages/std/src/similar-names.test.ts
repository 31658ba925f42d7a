import { expect, test } from 'vitest';
import { similarNames } from './similar-names.js';

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
  expect(similarNames(text, NAMES)).toEqual(near);
});

test('the nearest names come first, at most three', () => {
  const herds = ['hxrxex', 'hordes', 'hoards', 'horxe', 'horde'];
  expect(similarNames('horde', herds)).toEqual(['hordes', 'horde', 'horxe']);
});

test.each([
  ['a short name allows one wrong letter', 'xo', 'go', ['go']],
  ['and not for two', 'xx', 'go', []],
  ['of nine letters, three', 'xxxndards', 'standards', ['standards']],
  ['and not four', 'xxxxdards', 'standards', []],
  ['three letters are found within a name', 'rin', 'marines', ['marines']],
  ['two are not', 'ri', 'marines', []],
])('%s: %s, %s', (_why, text, name, near) => {
  expect(similarNames(text, [name])).toEqual(near);
});
