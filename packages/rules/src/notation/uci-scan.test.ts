import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scannedUci, scanUci } from './uci-scan.js';

/** The specified shape as a regular expression. */
const UCI = /^(?:[a-p]\d{1,2}[a-p]\d{1,2}(?:=?[a-zA-Z]|=[a-z-]+)?|[a-zA-Z]?@[a-p]\d{1,2})$/;

test.each([
  ['e2e4', false, 2, 4],
  ['a10p16', false, 3, 6],
  ['e7e8q', false, 2, 4],
  ['e7e8=queen', false, 2, 4],
  ['N@f3', true, 2, 4],
  ['@e4', true, 1, 3],
])('%s is two squares, or a drop on one', (text, isDrop, second, end) => {
  expect(scanUci(text)).toBe(true);
  expect(scannedUci).toEqual({ isDrop, second, end });
});

test.each([
  '',
  'e2',
  'e2e',
  'q2e4',
  'e2q4',
  'e123e4',
  'e2e4=',
  'e2e4==q',
  'e2e4qq',
  'e2e4=Qq',
  '@',
  'N@',
  'NN@f3',
  '1@f3',
  '@f3q',
])('"%s" is not UCI', (text) => {
  expect(scanUci(text)).toBe(false);
  expect(UCI.test(text)).toBe(false);
});

test('the scanner agrees with the regular expression on any text', () => {
  const piece = fc.constantFrom(
    'a',
    'e2',
    'p16',
    'q',
    'z',
    'N',
    '@',
    '[',
    '`',
    '{',
    '=',
    'queen',
    '-',
    '1',
    '0',
    'é',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      expect(scanUci(text)).toBe(UCI.test(text));
    }),
    { numRuns: 3000 },
  );
});
