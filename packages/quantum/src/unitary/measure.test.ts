import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { type Board, cloneBoard } from './board.js';
import { legalMove } from './legal-move.js';
import type { Move } from './move.js';
import { parseMove } from './notation.js';
import { FORCE_PASS, measureAll, PlayResult, playMove, successProbability } from './play.js';
import { boardsOf } from './probability.js';
import { parseQfen } from './qfen.js';
import { squareName, squaresOf } from './square.js';

const after = (fen: string, ...moves: string[]): Board => {
  const board = unwrap(parseQfen(fen));
  for (const text of moves) playMove(board, read(board, text), FORCE_PASS);
  return board;
};
const read = (board: Board, text: string): Move => unwrap(legalMove(board, unwrap(parseMove(text)), true));

/** By degrees of freedom: 99.9 % of fair samples stay below these. */
const CHI_SQUARE = [Number.NaN, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32];

test.each([
  ['a half captures', after('4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1', 'b1^a3d2'), 'a3c4', 0.5],
  ['a quarter captures', after('4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1', 'b1^a3d2', 'd2^f3b3', 'b3^d2a1'), 'd2c4', 0.125],
  ['a slide past a half', after('r3k3/8/8/8/8/8/8/RN2K3 w - - 0 1', 'b1^a3c3'), 'a1a8', 0.5],
  ['a king steps where a knight may be', after('4k3/8/8/8/8/8/3N4/4K3 w - - 0 1', 'd2^f1b1'), 'e1f1', 0.5],
])('%s as often as its probability says', (_, board, text, expected) => {
  const move = read(board, text);
  expect(successProbability(board, move)).toEqual(expected === null ? null : expect.closeTo(expected, 12));
  if (expected === null) return;
  const random = seededRandom(77);
  const draws = 4000;
  let passed = 0;
  for (let i = 0; i < draws; i++) if (playMove(cloneBoard(board), move, random.next()) === PlayResult.passed) passed++;
  const wanted = draws * expected;
  const square = (passed - wanted) ** 2;
  expect(square / wanted + square / (draws - wanted)).toBeLessThan(CHI_SQUARE[1]!);
});

test('measuring everything finds each board with its probability', () => {
  const board = after('4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1', 'b1^a3c3', 'c3^b5d5', 'g1^f3h3');
  const likely = boardsOf(board, 64);
  expect(likely.map((each) => each.probability)).toEqual(
    [0.25, 0.25, 0.125, 0.125, 0.125, 0.125].map((p) => expect.closeTo(p, 12)),
  );
  const random = seededRandom(3);
  const draws = 6000;
  const seen = new Map<string, number>();
  for (let i = 0; i < draws; i++) {
    const found = cloneBoard(board);
    measureAll(found, random.next());
    const key = squaresOf(found.wave.orLo, found.wave.orHi).map(squareName).join();
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  let sum = 0;
  for (const { squares, probability } of likely) {
    const wanted = draws * probability;
    sum += ((seen.get(squares.join()) ?? 0) - wanted) ** 2 / wanted;
  }
  expect(seen.size).toBe(likely.length);
  expect(sum).toBeLessThan(CHI_SQUARE[5]!);
});
