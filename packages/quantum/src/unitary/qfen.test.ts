import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBoard } from '../testing/random-board.js';
import { cloneBoard } from './board.js';
import { positionHash } from './hash.js';
import { legalMove } from './legal-move.js';
import { parseMove } from './notation.js';
import { FORCE_PASS, playMove } from './play.js';
import { formatQfen, parseQfen, START_FEN } from './qfen.js';

const anyBoard = fc.tuple(fc.nat(), fc.nat(40)).map(([seed, plies]) => randomBoard(seededRandom(seed), plies));

test('every QFEN reads back', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      const text = formatQfen(board);
      const again = unwrap(parseQfen(text));
      expect(formatQfen(again)).toBe(text);
      expect(positionHash(again)).toBe(positionHash(board));
      expect(again.wave.size).toBe(board.wave.size);
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('an exact QFEN preserves every bit of every amplitude, in the same order', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      const again = unwrap(parseQfen(formatQfen(board, 'exact')));
      const { size } = board.wave;
      // A single state has only a global phase: it is a plain FEN.
      fc.pre(size > 1);
      for (const part of ['lo', 'hi', 'label', 're', 'im'] as const) {
        expect([...again.wave[part].subarray(0, size)].map((x) => x + 0)).toEqual(
          [...board.wave[part].subarray(0, size)].map((x) => x + 0),
        );
      }
    }),
    { numRuns: 100, seed: 12 },
  );
});

test('a position without superposition is a plain FEN', () => {
  expect(formatQfen(unwrap(parseQfen(START_FEN)))).toBe(START_FEN);
});

test('a split knight is written with both halves and their amplitudes', () => {
  const board = unwrap(parseQfen('4k3/8/8/8/8/8/8/1N2K3 w - - 0 1'));
  playMove(board, unwrap(legalMove(board, unwrap(parseMove('b1^a3c3')), false)), FORCE_PASS);
  expect(formatQfen(board)).toBe(
    '4k3/8/8/8/8/N1N5/8/4K3 b - - 1,3 1 q2 ' +
      '1000000000010010:0.7071067811865476,0 1000000000040010:0.7071067811865476,0',
  );
});

test('a global phase changes neither the QFEN nor the hash', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      const turned = cloneBoard(board);
      for (let i = 0; i < turned.wave.size; i++) {
        const re = turned.wave.re[i]!;
        turned.wave.re[i] = -turned.wave.im[i]!;
        turned.wave.im[i] = re;
      }
      expect(positionHash(turned)).toBe(positionHash(board));
      expect(formatQfen(turned)).toBe(formatQfen(board));
    }),
    { numRuns: 50, seed: 13 },
  );
});

const HALVES = '4k3/8/8/8/8/N1N5/8/4K3 b - - 1,3 1';
test.each([
  ['too few ranks', '8/8/8 w - - 0 1'],
  ['a rank of nine squares', '9/8/8/8/8/8/8/8 w - - 0 1'],
  ['a rank of seven squares', '7/8/8/8/8/8/8/8 w - - 0 1'],
  ['an unknown piece', '7x/8/8/8/8/8/8/8 w - - 0 1'],
  ['no side to move', '8/8/8/8/8/8/8/8 x - - 0 1'],
  ['impossible castling rights', '8/8/8/8/8/8/8/8 w abc - 0 1'],
  ['an en-passant square without its pawn', '8/8/8/8/8/8/8/8 w - e6 0 1'],
  ['fewer states than announced', `${HALVES} q2 1000000000010010:1,0`],
  ['a state twice', `${HALVES} q2 1000000000010010:0.6,0 1000000000010010:0.8,0`],
  ['probabilities that are not one', `${HALVES} q2 1000000000010010:1,0 1000000000040010:1,0`],
  ['a piece that no state has', `${HALVES} q1 1000000000010010:1,0`],
  [
    'an occupied square without a piece',
    '4k3/8/8/8/8/N7/8/4K3 b - - 1,3 1 q2 1000000000010010:0.6,0 1000000000040010:0.8,0',
  ],
  ['an amplitude that is no number', `${HALVES} q2 1000000000010010:NaN,0 1000000000040010:1,0`],
  ['an amplitude without end', `${HALVES} q2 1000000000010010:1e999,0 1000000000040010:1,0`],
  ['more states than anybody holds', `${HALVES} q999999 1000000000010010:1,0`],
])('%s is refused', (_, text) => {
  const parsed = parseQfen(text);
  expect(parsed.ok ? null : parsed.error.code).toBe('quantum/bad-position');
});
