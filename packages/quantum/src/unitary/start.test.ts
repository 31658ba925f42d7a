import type { GameRecord } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { positionHash } from './hash.js';
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

test('a game continues from a PGN and from a fork, including measurement results', () => {
  for (let seed = 0; seed < 4; seed++) {
    const { start, records, position } = playFrom(seed, MOVES.slice(0, 5));
    const line = { start: START_FEN, moves: records.map(({ open }) => String(open)) };
    for (const text of [formatQuantumPgn(line, null), referee.forking.branch(start.record, records).position!]) {
      const again = unwrap(referee.start({ position: text }, chanceOf(9)));
      expect(again.position.board).toEqual({ ...position.board, ply: 0 });
      expect(again.position.repeats).toBe(1);
      expect(referee.resume(again.record)).toEqual(again.position);
      expect(referee.forking.branch(again.record, [])).toEqual(referee.forking.branch(start.record, records));
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

test('a start with hundreds of boards is written as moves, so that PGN reads back', () => {
  const roomy = quantumReferee();
  const splits = 'a1^b3c2 a8^b6c7 c1^a2d3 c8^a7d6 g1^f3h3 g8^f6h6 b3^a5d4 b6^a4d5 a2^b4c3 a7^b5c6';
  const setup = { position: `n1n1k1n1/8/8/8/8/8/8/N1N1K1N1 w - - 0 1 moves ${splits}` };
  const { position, record } = unwrap(roomy.start(setup, chanceOf(1)));
  const { notation, extra } = roomy.view(position, { kind: 'watcher' });
  expect([notation.slice(-4), extra]).toMatchObject(['q324', { boards: 324 }]);
  const start = roomy.pgn.start(record, notation);
  const again = unwrap(roomy.start({ position: formatQuantumPgn({ start, moves: ['e1e2'] }, null) }, chanceOf(1)));
  const moved = unwrap(roomy.judge(position, 'e1e2', chanceOf(1))).after;
  expect(positionHash(again.position.board)).toBe(positionHash(moved.board));
  expect(roomy.pgn.start(unwrap(roomy.start({}, chanceOf(1))).record, START_FEN)).toBe(START_FEN);
});
