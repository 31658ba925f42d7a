import type { Chance, Outcome } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { FiftyRule } from './endings.js';
import type { QuantumPosition } from './position.js';
import { quantumReferee } from './referee.js';

const draw = (real: number): Chance => ({ int: () => 0, real: () => real });

function playFrom(
  position: string,
  moves: readonly string[],
  fiftyRule: FiftyRule = 'collapse',
  real = 0,
): QuantumPosition {
  const referee = quantumReferee({ fiftyRule });
  const started = referee.start({ position }, draw(0));
  return moves.reduce((now, move) => {
    const { after, record } = unwrap(referee.judge(now, move, draw(real)));
    expect(referee.replay(now, record).outcome).toEqual(after.outcome);
    return after;
  }, unwrap(started).position);
}

const outcome = (...args: Parameters<typeof playFrom>): Outcome | null => playFrom(...args).outcome;

test('a side without a king on any board has lost; half a king is enough', () => {
  const half = ['e8^d8f8', 'd1d8'];
  expect(outcome('4k3/6P1/8/8/8/8/8/3RK3 b - - 0 1', half)).toBeNull();
  const byOwnMeasurement = playFrom('4k3/6P1/8/8/8/8/8/3RK3 b - - 0 1', [...half, 'f8g7'], 'collapse', 0.9);
  expect(byOwnMeasurement.outcome).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
});

test('one measurement that removes both kings draws the game', () => {
  // Both kings depend on the same measurement: they are found or lost together.
  const both =
    '3k1R2/8/8/8/8/8/8/2K5 w - - 0,3 1 q2 2000000000000000:0.7071067811865476,0 0800000000000004:0.7071067811865476,0';
  expect(outcome(both, ['f8d8'])).toEqual({ kind: 'draw', by: 'both-kings-gone' });
});

test('stalemate is a draw', () => {
  const walled = `BBBBBBBB/${'PPPPPPPP/'.repeat(6)}KBBBBBBk`;
  expect(outcome(`${walled} w - - 0 1`, [])).toEqual({ kind: 'draw', by: 'stalemate' });
  expect(outcome(`${walled} b - - 0 1`, [])).toBeNull();
});

test('a split or merge onto squares of the same kind prevents stalemate', () => {
  const walled = `BBBBBBBB/${'PPPPPPPP/'.repeat(4)}PPPNPPPP/PNPPPPPP/KBBNBBBk`;
  const before = playFrom(`${walled} w - - 0 1`, []);
  expect(before.outcome).toBeNull();
  expect(quantumReferee().view(before, { kind: 'watcher' }).choices).toEqual([
    { kind: 'split', from: 'b2', to: ['d3', 'd1'] },
    { kind: 'merge', from: 'd1', group: 'white knight', to: ['b2'] },
    { kind: 'merge', from: 'd3', group: 'white knight', to: ['b2'] },
  ]);
});

test('after a hundred plies without change everything is measured; with both kings it is a draw', () => {
  expect(outcome('4k3/8/8/8/8/8/8/1N2K3 w - - 98 80', ['b1^a3c3', 'e8e7'])).toEqual({
    kind: 'draw',
    by: 'fifty-moves',
  });
  const after = playFrom('4k3/8/8/8/8/8/8/1N2K3 w - - 98 80', ['b1^a3c3', 'e8e7']);
  expect(after.board.wave.size).toBe(1);
});

test('… and a king that is not found is lost', () => {
  const half =
    '3Rk3/8/8/8/8/8/8/4K3 w - - 99,2.5 80 q2 1800000000000010:0.7071067811865476,0 0800000000000010:0.7071067811865476,0';
  const found = [0, 0.99].map((real) => outcome(half, ['e1e2'], 'collapse', real)?.kind);
  expect(found.sort()).toEqual(['draw', 'win']);
  expect(outcome(half, ['e1e2'], 'draw')).toEqual({ kind: 'draw', by: 'fifty-moves' });
});

test('with the rule `draw`, a hundred plies draw without measurement', () => {
  const after = playFrom('4k3/8/8/8/8/8/8/1N2K3 w - - 98 80', ['b1^a3c3', 'e8e7'], 'draw');
  expect([after.outcome?.kind, after.board.wave.size]).toEqual(['draw', 2]);
});

test('a captured piece resets the fifty-move count; pawn moves and half a piece do not', () => {
  expect(playFrom('4k3/8/8/8/8/8/4P3/4K3 w - - 7 5', ['e2e4']).board.fifty).toBe(8);
  expect(playFrom('4k3/8/8/8/8/4p3/8/3NK3 w - - 7 5', ['d1e3']).board.fifty).toBe(0);
  expect(playFrom('4k3/8/8/8/8/8/8/r2NK3 w - - 7 5', ['d1^e3c3', 'a1a3', 'e1f1', 'a3c3']).board.fifty).toBe(11);
});

test('threefold repetition with equal phases may be claimed', () => {
  const referee = quantumReferee();
  const claims = (position: QuantumPosition) => referee.view(position, { kind: 'watcher' }).claims;
  const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect(claims(playFrom(start, [...shuffle, ...shuffle]))).toEqual(['threefold-repetition']);
  expect(claims(playFrom(start, [...shuffle, ...shuffle.slice(0, 3)]))).toEqual([]);
  // A half that left and returned has a different phase: the same boards, but another position.
  const halves = ['b1^a3c3', 'g8f6', 'a3b5', 'f6g8', 'b5a3', 'g8f6'];
  const round = ['a3b5', 'f6g8', 'b5a3', 'g8f6'];
  expect(claims(playFrom(start, [...halves, ...round]))).toEqual([]);
  expect(claims(playFrom(start, [...halves, ...round, ...round, ...round]))).toEqual(['threefold-repetition']);
});
