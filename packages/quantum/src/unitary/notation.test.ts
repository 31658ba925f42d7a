import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allMoves, randomBoard } from '../testing/random-board.js';
import { legalMove } from './legal-move.js';
import { MoveType, typeOf, Variant, variantOf } from './move.js';
import { formatMove, parseMove } from './notation.js';
import { parseQfen, START_FEN } from './qfen.js';

const anyBoard = fc.tuple(fc.nat(), fc.nat(40)).map(([seed, plies]) => randomBoard(seededRandom(seed), plies));

test('every legal move reads back', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      for (const move of allMoves(board)) {
        const text = formatMove(move);
        expect(unwrap(legalMove(board, unwrap(parseMove(text)), false)), text).toBe(move);
      }
    }),
    { numRuns: 40, seed: 5 },
  );
});

test.each([
  ['e2-e4', 'e2e4'],
  ['Pe2e4', 'e2e4'],
  ['pe2e4', 'e2e4'],
  ['b1c3', 'b1c3'],
  ['Nb1c3', 'b1c3'],
  ['Nb1^a3c3', 'b1^a3c3'],
  ['e2e4.m1', 'e2e4'],
])('%s is read as %s', (text, meant) => {
  const board = unwrap(parseQfen(START_FEN));
  expect(formatMove(unwrap(legalMove(board, unwrap(parseMove(text)), false)))).toBe(meant);
});

test('castling is read as a king move of two squares, as king takes rook, and as O-O', () => {
  const board = unwrap(parseQfen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'));
  const read = (text: string) => formatMove(unwrap(legalMove(board, unwrap(parseMove(text)), false)));
  expect(['e1g1', 'e1h1', 'O-O', '0-0'].map(read)).toEqual(Array(4).fill('e1g1'));
  expect(['e1c1', 'e1a1', 'O-O-O'].map(read)).toEqual(Array(3).fill('e1c1'));
});

test('promotion defaults to a queen, and letters may have either case', () => {
  const board = unwrap(parseQfen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1'));
  const read = (text: string) => formatMove(unwrap(legalMove(board, unwrap(parseMove(text)), false)));
  expect(['a7a8', 'a7a8N', 'a7a8=r'].map(read)).toEqual(['a7a8q', 'a7a8n', 'a7a8r']);
});

test('a pawn push to a possibly occupied square has a w, en passant an ep', () => {
  const board = unwrap(parseQfen('4k3/8/8/8/8/8/8/4K3 w - - 0 1'));
  expect(allMoves(board).every((move) => typeOf(move) !== MoveType.enPassant)).toBe(true);
  const pawns = unwrap(parseQfen('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'));
  const move = allMoves(pawns).find((each) => typeOf(each) === MoveType.enPassant)!;
  expect([formatMove(move), variantOf(move)]).toEqual(['e5d6ep', Variant.basic]);
});

test.each(['', 'e2', 'e2e9', 'b1^a3', 'b1^', 'a3c3^', 'e2e4.m2', 'e7e8k', 'x'.repeat(10_000)])(
  'the text "%.20s" is not a move',
  (text) => {
    const parsed = parseMove(text);
    expect(parsed.ok ? null : parsed.error.code).toBe('quantum/unreadable-move');
  },
);
