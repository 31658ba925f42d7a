import { ok, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FragmentsMove, formatFragmentsMove, formatProtocolMove, parseFragmentsMove } from './move-notation.js';
import type { Square } from './square.js';

const square = fc.integer({ min: 0, max: 63 }) as fc.Arbitrary<Square>;
const anyMove: fc.Arbitrary<FragmentsMove> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), from: square, to: square }),
  fc.record({ kind: fc.constant('split' as const), from: square, to: fc.tuple(square, square) }),
  fc.record({ kind: fc.constant('merge' as const), from: fc.tuple(square, square), to: square }),
  fc.record({ kind: fc.constant('measure' as const), on: square }),
);

test('every move reads back from either notation', () => {
  fc.assert(
    fc.property(anyMove, (move) => {
      expect(parseFragmentsMove(formatFragmentsMove(move))).toEqual(ok(move));
      expect(parseFragmentsMove(formatProtocolMove(move))).toEqual(ok(move));
    }),
  );
});

test.each([
  ['m E2 E4', 'e2e4'],
  ['E2E4', 'e2e4'],
  ['s B8 A6 C6', 'b8^a6c6'],
  ['h a6 c6 b8', 'a6c6^b8'],
  ['q e4', 'q E4'],
])('%s is written %s here', (text, written) => {
  expect(formatFragmentsMove(unwrap(parseFragmentsMove(text)))).toBe(written);
});

test.each([
  '',
  'e2',
  'e2e9',
  'i1a1',
  'm E2',
  'm E2 E4 E5',
  's B8 A6',
  'b1^a3',
  'a3^c3^b5',
  'M E2 E4',
  'q',
  'e7e8q',
  'x'.repeat(9999),
])('%j is not a move', (text) => {
  const parsed = parseFragmentsMove(text);
  expect(!parsed.ok && parsed.error.code).toBe('quantum/unreadable-move');
});

test.each(['e4', 'Nf3', 'O-O', 'a3xe4'])('for %s in chess notation, the refusal says what to write', (text) => {
  const parsed = parseFragmentsMove(text);
  expect(!parsed.ok && parsed.error.message).toBe(
    `"${text}" is not a move here. Write both squares: e2e4, or e1g1 to castle; b8^a6c6 splits a piece, a6c6^b8 merges its parts.`,
  );
});
