import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { marginals } from './probability.js';
import { quantumReferee } from './referee.js';
import { parseSquare } from './square.js';

/*
 * An en passant capture is recorded in the label, so that boards with the capture never interfere with boards without
 * it. This shows only if two such boards become equal: a merge then reunites a piece at random instead of always or
 * never.
 */

const referee = quantumReferee();
const noChance = { int: () => 0, real: () => 0 };

/** The probability of a square after moves, from a position of equally likely boards. */
function chanceOf(
  square: string,
  rows: string,
  boards: readonly (readonly string[])[],
  moves: readonly string[],
): number {
  const amplitude = 1 / Math.sqrt(boards.length);
  const states = boards.map((squares) => {
    const bits = squares.reduce((sum, name) => sum | (1n << BigInt(parseSquare(name))), 0n);
    return `${bits.toString(16).padStart(16, '0')}:${amplitude},0`;
  });
  const position = `${rows} w - e6 0 1 q${boards.length} ${states.join(' ')}`;
  const start = unwrap(referee.start({ position, free: true }, noChance)).position;
  const { board } = moves.reduce((before, move) => unwrap(referee.judge(before, move, noChance)).after, start);
  return marginals(board)[parseSquare(square)]!;
}

test('a pawn captured en passant leaves a history', () => {
  // The white pawn is on d5, next to the pawn that just passed, with the knight on a3; or on e6, with the knight on c3.
  const boards = [
    ['e1', 'e8', 'd5', 'e5', 'a3'],
    ['e1', 'e8', 'e6', 'c3'],
  ];
  const rows = '4k3/8/4P3/3Pp3/8/N1N5/8/4K3';
  expect(chanceOf('b5', rows, boards, ['d5e6ep', 'a3c3^b5'])).toBeCloseTo(0.5, 12);
  // Without the capture both boards have the same history, and the knight reunites for certain.
  const alike = [
    ['e1', 'e8', 'e6', 'a3'],
    ['e1', 'e8', 'e6', 'c3'],
  ];
  const plain = chanceOf('b5', '4k3/8/4P3/4p3/8/N1N5/8/4K3', [...alike, ['e1', 'e8', 'e5', 'a3']], ['a3c3^b5']);
  expect(plain).toBeCloseTo(2 / 3 + 1 / 6, 12);
});

test('a piece captured on the en passant square leaves a history', () => {
  // A black knight is on e6, or there is nothing to capture, or only the pawn that just passed.
  const boards = [
    ['h1', 'h8', 'd5', 'e6'],
    ['h1', 'h8', 'd5'],
    ['h1', 'h8', 'd5', 'e5'],
  ];
  const rows = '7k/8/4n3/3Pp3/8/8/8/7K';
  const march = ['d5xe6ep', 'e6e7', 'e7e8q', 'd5d6', 'd6d7', 'd7d8q', 'd8c8', 'c8e8^d7'];
  // If the first two boards shared a label, they would cancel out on d7 and leave a sixth.
  expect(chanceOf('d7', rows, boards, march)).toBeCloseTo(0.5, 12);
});
