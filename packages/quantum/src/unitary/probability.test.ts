import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBoard } from '../testing/random-board.js';
import type { Board } from './board.js';
import { legalMove } from './legal-move.js';
import { parseMove } from './notation.js';
import { mergeOutlook, relativePhase } from './phase.js';
import { FORCE_PASS, playMove } from './play.js';
import { boardsOf, impactOf, jointOf, marginals } from './probability.js';
import { parseQfen } from './qfen.js';
import { parseSquare, squareName } from './square.js';
import { entangledSquares, squareReport, squaresOfSameKind } from './square-report.js';

const anyBoard = fc.tuple(fc.nat(), fc.nat(40)).map(([seed, plies]) => randomBoard(seededRandom(seed), plies));

const KNIGHT = '4k3/8/8/8/8/8/8/1N2K3 w - - 0 1';
const QUEEN_BEHIND = '4k3/8/8/8/8/8/2Q5/1N2K3 w - - 0 1';
const s = parseSquare;

function after(fen: string, ...moves: string[]): Board {
  const board = unwrap(parseQfen(fen));
  for (const text of moves) playMove(board, unwrap(legalMove(board, unwrap(parseMove(text)), true)), FORCE_PASS);
  return board;
}

test('the halves of a knight exclude each other', () => {
  const joint = jointOf(after(KNIGHT, 'b1^a3c3'), s('a3'), s('c3'));
  expect(joint.p11).toBe(0);
  expect(joint.p10).toBeCloseTo(0.5, 12);
  expect(joint.correlation).toBeCloseTo(-0.25, 12);
  expect(joint.information).toBeCloseTo(1, 12);
});

test('a queen that slid past half a knight is where the knight is not', () => {
  const board = after(QUEEN_BEHIND, 'b1^a3c3', 'c2c5');
  expect(jointOf(board, s('c5'), s('a3')).correlation).toBeCloseTo(0.25, 12);
  expect(jointOf(board, s('c5'), s('c3')).correlation).toBeCloseTo(-0.25, 12);
  const { ifFound, ifNot } = impactOf(board, s('c5'));
  expect([ifFound[s('a3')], ifFound[s('c3')], ifNot[s('a3')]]).toEqual(
    [0.5, -0.5, -0.5].map((x) => expect.closeTo(x, 12)),
  );
  expect(
    entangledSquares(board, s('c5'))
      .map(({ square }) => squareName(square))
      .sort(),
  ).toEqual(['a3', 'c2', 'c3']);
  expect(entangledSquares(board, s('e1'))).toEqual([]);
});

test('marginals are sums over boards, and joint probabilities add up to one', () => {
  fc.assert(
    fc.property(anyBoard, fc.nat(63), fc.nat(63), (board, a, b) => {
      const p = marginals(board);
      const boards = boardsOf(board, Number.POSITIVE_INFINITY);
      const sum = boards
        .filter(({ squares }) => squares.includes(squareName(a)))
        .reduce((x, each) => x + each.probability, 0);
      expect(p[a]).toBeCloseTo(sum, 10);
      const joint = jointOf(board, a, b);
      expect(joint.p00 + joint.p01 + joint.p10 + joint.p11).toBeCloseTo(1, 10);
      expect(joint.p10 + joint.p11).toBeCloseTo(p[a]!, 10);
    }),
    { numRuns: 100, seed: 31 },
  );
});

test('the most likely boards come first, up to the limit', () => {
  const board = after(KNIGHT, 'b1^a3c3', 'c3^d5b5');
  expect(boardsOf(board, 1)).toEqual([{ squares: ['e1', 'a3', 'e8'], probability: expect.closeTo(0.5, 12) }]);
  expect(boardsOf(board, 64)).toHaveLength(3);
});

const outlook = (board: Board, text: string) =>
  mergeOutlook(board, unwrap(legalMove(board, unwrap(parseMove(text)), true)));

test('halves in phase merge always, a quarter turn apart half of the time, in opposite phase never', () => {
  const fresh = after(KNIGHT, 'b1^a3c3');
  expect(relativePhase(fresh, s('a3'), s('c3'))).toEqual({
    coherence: expect.closeTo(1, 12),
    phase: expect.closeTo(0, 12),
  });
  expect(outlook(fresh, 'a3c3^b1')).toEqual({ onTarget: 1, onFirst: 0, onSecond: 0, certain: true });

  const quarter = after('4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1^a4d1', 'a4a5');
  expect(relativePhase(quarter, s('a5'), s('d1')).phase).toBeCloseTo(Math.PI / 2, 12);
  expect(outlook(quarter, 'a5d1^d5')).toEqual({
    onTarget: expect.closeTo(0.5, 12),
    onFirst: 0,
    onSecond: expect.closeTo(0.5, 12),
    certain: false,
  });

  const opposite = after(KNIGHT, 'b1^a3c3', 'a3b5', 'b5a3');
  expect(Math.abs(relativePhase(opposite, s('a3'), s('c3')).phase)).toBeCloseTo(Math.PI, 12);
  expect(outlook(opposite, 'a3c3^b1')).toEqual({ onTarget: 0, onFirst: 0, onSecond: 1, certain: false });
});

test('a knight whose half is entangled with another piece loses its coherence', () => {
  const board = after(QUEEN_BEHIND, 'b1^a3c3', 'c2c5');
  expect(relativePhase(board, s('a3'), s('c3')).coherence).toBe(0);
});

test('a square report lists moves with probabilities, splits, merges and squares of the same kind', () => {
  const board = after('4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1', 'b1^a3c3');
  const report = squareReport(board, s('a3'));
  expect(report.moves).toContainEqual({ move: 'a3xc4', to: 'c4', success: expect.closeTo(0.5, 12) });
  expect(report.moves).toContainEqual({ move: 'a3b1', to: 'b1', success: null });
  expect([...report.splits].sort()).toEqual(['b1', 'b5', 'c2']);
  expect(report.merges).toEqual([{ with: 'c3', to: expect.arrayContaining(['b1', 'b5']) }]);
  expect(squaresOfSameKind(board, s('a3')).map(squareName)).toEqual(['c3']);
});
