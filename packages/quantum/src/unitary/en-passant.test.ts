import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { marginals } from './probability.js';
import { quantumReferee } from './referee.js';
import { parseSquare } from './square.js';

/*
 * What a capture en passant took off the board is remembered, so that boards on which it took something never interfere
 * with those on which it did not. It shows only when two such boards become alike: a merge then brings a piece together
 * as often as chance would have it, and not with certainty, or never.
 */

const referee = quantumReferee();
const lots = { int: () => 0, real: () => 0 };

/** A position of equally likely boards, each given by what stands where, and the probability of a square after moves. */
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
  const start = unwrap(referee.start({ position, free: true }, lots)).position;
  const { board } = moves.reduce((before, move) => unwrap(referee.judge(before, move, lots)).after, start);
  return marginals(board)[parseSquare(square)]!;
}

test('a pawn taken en passant is remembered', () => {
  // The white pawn is on d5, beside the one that has just gone by, with the knight on a3; or on e6, with the knight on c3.
  const boards = [
    ['e1', 'e8', 'd5', 'e5', 'a3'],
    ['e1', 'e8', 'e6', 'c3'],
  ];
  const rows = '4k3/8/4P3/3Pp3/8/N1N5/8/4K3';
  expect(chanceOf('b5', rows, boards, ['d5e6ep', 'a3c3^b5'])).toBeCloseTo(0.5, 12);
  // Without the capture both boards remember the same, and the knight comes together for certain.
  const alike = [
    ['e1', 'e8', 'e6', 'a3'],
    ['e1', 'e8', 'e6', 'c3'],
  ];
  const plain = chanceOf('b5', '4k3/8/4P3/4p3/8/N1N5/8/4K3', [...alike, ['e1', 'e8', 'e5', 'a3']], ['a3c3^b5']);
  expect(plain).toBeCloseTo(2 / 3 + 1 / 6, 12);
});

test('a piece taken on the square that a pawn went by is remembered', () => {
  // A black knight is on e6, or there is nothing to take, or only the pawn that has just gone by.
  const boards = [
    ['h1', 'h8', 'd5', 'e6'],
    ['h1', 'h8', 'd5'],
    ['h1', 'h8', 'd5', 'e5'],
  ];
  const rows = '7k/8/4n3/3Pp3/8/8/8/7K';
  const march = ['d5xe6ep', 'e6e7', 'e7e8q', 'd5d6', 'd6d7', 'd7d8q', 'd8c8', 'c8e8^d7'];
  // Were the first two boards told apart no more, they would cancel out on d7 and leave a sixth.
  expect(chanceOf('d7', rows, boards, march)).toBeCloseTo(0.5, 12);
});
