import type { GameRecord } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { formatQuantumPgn } from './pgn.js';
import { START_FEN } from './qfen.js';
import { quantumReferee } from './referee.js';

const referee = quantumReferee({ cap: 64 });
const chanceOf = (seed: number) => {
  const random = seededRandom(seed);
  return { int: random.int, real: random.next };
};

function playFrom(seed: number, moves: readonly string[]) {
  const chance = chanceOf(seed);
  const start = unwrap(referee.start({}, chance));
  const records: GameRecord[] = [];
  let { position } = start;
  for (const move of moves) {
    const ruling = unwrap(referee.judge(position, move, chance));
    records.push(ruling.record);
    position = ruling.after;
  }
  return { start, records, position };
}

const MOVES = ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'b5xc7', 'e4e3', 'd2xe3'];

test('a game goes on from a PGN and from a branch of another game, outcomes included', () => {
  for (let seed = 0; seed < 4; seed++) {
    const { start, records, position } = playFrom(seed, MOVES.slice(0, 5));
    const line = { start: START_FEN, moves: records.map(({ open }) => String(open)) };
    for (const text of [formatQuantumPgn(line, null), referee.branch(start.record, records).position!]) {
      const again = unwrap(referee.start({ position: text }, chanceOf(9)));
      expect(again.position.board).toEqual({ ...position.board, ply: 0 });
      expect(again.position.repeats).toBe(1);
      expect(referee.resume(again.record)).toEqual(again.position);
      expect(referee.branch(again.record, [])).toEqual(referee.branch!(start.record, records));
    }
  }
  expect(unwrap(referee.start({ position: 'startpos moves e2e4' }, chanceOf(1))).position.board.ep).toBe(20);
});

test.each([
  ['startpos moves e2e5', 'quantum/bad-line'],
  ['startpos moves b1^a3c3 e7e5 a3b5 e5e4 b5xc7', 'quantum/bad-line'],
  ['startpos moves b1^a3c3 e7e5 a3b5 e5e4 b5xc7.m1~0000000000000000', 'quantum/bad-line'],
  ['startpos moves e2e4 e7e5.m0', null],
  ['startpos moves b1^a3c3 e7e5 c3e4.m0', null],
  [
    'startpos moves g1f3 d7d5 f3e5 a7a6 e5c6 a6a5 c6xd8 a5a4 d8c6 a4a3 c6e5 a3b2 e5c6 b2a1q c6a5 a1b1 a5c6 b1c1 c6e5 c1d1 e5c6 d1e1',
    'quantum/no-king',
  ],
  ['[Variant "Atomic"]\n\n1. e4 *', 'quantum/bad-pgn'],
  ['[Variant "Quantum"]\n\n1. e2e4 e7e5 2. e4e5 *', 'quantum/bad-line'],
  ['moves e2e4', 'quantum/bad-position'],
])('%j: %s', (position, code) => {
  const started = referee.start({ position }, chanceOf(1));
  expect(started.ok ? null : started.error.code).toBe(code);
});
