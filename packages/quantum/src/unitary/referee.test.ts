import type { Chance, Ruling } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { allMoves, randomMove } from '../testing/random-board.js';
import { formatMove } from './notation.js';
import type { QuantumPosition } from './position.js';
import { formatQfen } from './qfen.js';
import { type QuantumOptions, quantumReferee } from './referee.js';

const never: Chance = {
  int: () => {
    throw new Error('chance must not be used here');
  },
  real: () => {
    throw new Error('chance must not be used here');
  },
};
const always = (real: number): Chance => ({ int: () => 0, real: () => real });

const KNIGHT_AND_PAWN = '4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1';

function open(position?: string, setup: { free?: boolean } = {}, options: QuantumOptions = {}) {
  const referee = quantumReferee(options);
  const started = referee.start({ ...(position === undefined ? {} : { position }), ...setup }, never);
  return { referee, start: unwrap(started).position, record: unwrap(started).record };
}

function judged(position: QuantumPosition, move: string, chance: Chance = never): Ruling<QuantumPosition> {
  return unwrap(quantumReferee().judge(position, move, chance));
}

function refused(position: QuantumPosition, move: string): string {
  const answer = quantumReferee().judge(position, move, always(0));
  if (answer.ok) return 'legal';
  expect(answer.error.message.length).toBeGreaterThan(10);
  return answer.error.code;
}

const play = (position: QuantumPosition, ...moves: string[]): QuantumPosition =>
  moves.reduce((now, move) => judged(now, move).after, position);

test('a measurement result is drawn, stored, and replayed without drawing', () => {
  const { referee, start } = open(KNIGHT_AND_PAWN);
  const split = play(start, 'b1^a3d2', 'e8e7');
  const hit = judged(split, 'a3c4', always(0.49));
  const miss = judged(split, 'a3c4', always(0.51));
  expect([hit.record.open, miss.record.open]).toEqual(['a3xc4.m1', 'a3xc4.m0']);
  expect([hit.notation, hit.usedChance, miss.usedChance]).toEqual(['a3xc4.m1', true, true]);
  expect(formatQfen(referee.replay(split, hit.record).board)).toBe(formatQfen(hit.after.board));
  expect(formatQfen(referee.replay(split, miss.record).board)).toBe(formatQfen(miss.after.board));
  expect(formatQfen(miss.after.board)).toBe('8/4k3/8/8/2p5/8/3N4/4K3 b - - 3 2');
  expect(hit.happened).toEqual([
    { kind: 'measured', on: ['a3'], found: true, probability: expect.closeTo(0.5, 12) },
    { kind: 'moved', role: 'knight', color: 'white', from: 'a3', to: 'c4' },
    { kind: 'captured', role: 'pawn', color: 'black', on: 'c4' },
  ]);
});

test('a happening says what was measured, also if only the path was blocked', () => {
  const half = expect.closeTo(0.5, 12);
  const queen = play(open('4k3/8/8/8/2p5/8/2Q5/1N2K3 w - - 0 1').start, 'b1^a3c3', 'e8e7');
  const [clear, blocked] = [0.49, 0.51].map((real) => judged(queen, 'c2c4', always(real)).happened[0]);
  expect(clear).toEqual({ kind: 'measured', on: ['c3'], found: false, probability: half });
  expect(blocked).toEqual({ kind: 'measured', on: ['c3'], found: true, probability: half });
  const king = play(open('4k3/8/8/8/8/4N3/8/4K2R w K - 0 1').start, 'e3^f1d5', 'e8e7');
  const [castled] = judged(king, 'e1g1', always(0.49)).happened;
  expect(castled).toEqual({ kind: 'measured', on: ['f1'], found: false, probability: half });
});

test('a classical game draws nothing, and its captures store no result', () => {
  const { start } = open();
  const ruling = judged(play(start, 'e2e4', 'd7d5'), 'e4d5');
  expect([ruling.notation, ruling.usedChance]).toEqual(['e4xd5', false]);
});

test('random games are equal after resume and replay, and after restore from snapshots', () => {
  const random = seededRandom(99);
  const chance: Chance = { int: (bound) => random.int(bound), real: () => random.next() };
  for (let game = 0; game < 6; game++) {
    const { referee, start, record } = open();
    let position = start;
    let again = referee.resume(JSON.parse(JSON.stringify(record)));
    for (let ply = 0; ply < 60 && position.outcome === null; ply++) {
      const move = formatMove(randomMove(position.board, random)!);
      const ruling = judged(position, move, chance);
      position = ruling.after;
      again = referee.replay(again, JSON.parse(JSON.stringify(ruling.record)));
      if (ply % 7 === 0) again = referee.restore(JSON.parse(JSON.stringify(referee.snapshot(again))));
      expect(referee.view(again, { kind: 'watcher' })).toEqual(referee.view(position, { kind: 'watcher' }));
    }
    expect(again.history).toEqual(position.history);
  }
});

test('a player cannot choose a measurement result; analysis can choose a possible one', () => {
  const inGame = play(open(KNIGHT_AND_PAWN).start, 'b1^a3d2', 'e8e7');
  expect(refused(inGame, 'a3c4.m1')).toBe('quantum/outcome-is-drawn');
  const free = play(open(KNIGHT_AND_PAWN, { free: true }).start, 'b1^a3d2');
  expect(judged(free, 'a3xc4.m0').notation).toBe('a3xc4.m0');
  expect(judged(free, 'a3xc4.m1').usedChance).toBe(false);
  expect(judged(free, 'a3b5.m0').notation).toBe('a3b5');
  const whole = open('4k3/8/8/8/8/p7/8/1N2K3 w - - 0 1', { free: true }).start;
  expect(refused(whole, 'b1xa3.m0')).toBe('quantum/impossible-outcome');
  expect(judged(whole, 'b1xa3.m1').notation).toBe('b1xa3');
});

test('in analysis either side may move, also after the end', () => {
  const { start } = open('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', { free: true });
  const taken = play(start, 'e7e8');
  expect(taken.outcome).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
  expect(play(taken, 'e8e7', 'e7e8').board.ply).toBe(3);
  expect(refused(play(open('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1').start, 'e7e8'), 'e1e2')).toBe('game/over');
});

test.each([
  ['e3e4', 'quantum/no-piece'],
  ['e7e5', 'quantum/not-your-piece'],
  ['Qe2e4', 'quantum/other-piece'],
  ['e2e5', 'quantum/not-how-it-moves'],
  ['e2d3', 'quantum/nothing-to-capture'],
  ['a1a3', 'quantum/path-blocked'],
  ['a1a2', 'quantum/own-piece-there'],
  ['b1d2', 'quantum/own-piece-there'],
  ['b1b1', 'quantum/same-square'],
  ['e2e4q', 'quantum/no-promotion'],
  ['b1xc3', 'quantum/variant-differs'],
  ['e2e4ep', 'quantum/not-en-passant'],
  ['a2^a3a4', 'quantum/pawns-stay-whole'],
  ['a2b2^a3', 'quantum/pawns-stay-whole'],
  ['b1^a3a3', 'quantum/same-target'],
  ['b1^a3d2', 'quantum/target-taken'],
  ['b1b1^a3', 'quantum/same-source'],
  ['b1c1^a3', 'quantum/different-kinds'],
  ['e1g1', 'quantum/castling-blocked'],
  ['0000', 'quantum/no-passing'],
  ['hello', 'quantum/unreadable-move'],
])('at the start %s is refused: %s', (move, code) => {
  expect(refused(open().start, move)).toBe(code);
});

test.each([
  ['4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'e1g1', 'quantum/castling-right-lost'],
  ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', 'e1g1', 'quantum/castling-no-rook'],
  ['4k3/8/8/8/8/4P3/8/4K3 w - - 0 1', 'e3e5', 'quantum/pawn-two-steps'],
  ['4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1', 'e2e4', 'quantum/path-blocked'],
])('in %s the move %s is refused: %s', (fen, move, code) => {
  expect(refused(open(fen).start, move)).toBe(code);
});

test.each([
  ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'quantum/no-king'],
  ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'quantum/pawn-on-last-rank'],
  ['nonsense', 'quantum/bad-position'],
])('a game does not start from %s', (position, code) => {
  const answer = quantumReferee().start({ position }, never);
  expect(answer.ok ? null : answer.error.code).toBe(code);
});

test.each([['e4'], ['z9'], ['']])('a start refuses %j as an unmoved square', (square) => {
  const answer = quantumReferee().start({ unmoved: ['e1', square] }, never);
  expect(answer.ok ? null : answer.error.code).toBe('quantum/bad-unmoved');
});

test('a start may override the turn, which clears en passant', () => {
  const position = '4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1';
  const { position: turned } = unwrap(quantumReferee().start({ position, turn: 'white' }, never));
  expect([formatQfen(turned.board), refused(turned, 'e8e7')]).toEqual([
    '4k3/8/8/8/4Pp2/8/8/4K3 w - - 0 1',
    'quantum/not-your-piece',
  ]);
  const { position: same } = unwrap(quantumReferee().start({ position, turn: 'black' }, never));
  expect(formatQfen(same.board)).toBe(position);
});

test('above half the cap splits and merges are refused, other moves are not', () => {
  const cap = 4;
  const { referee, start } = open('4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1', {}, { cap });
  const two = play(start, 'b1^a3c3', 'e8e7');
  expect(referee.view(two, { kind: 'watcher' }).extra).toMatchObject({ boards: 2, cap, maySuperpose: true });
  const four = play(two, 'g1^f3h3', 'e7e8');
  expect(refused(four, 'a3c3^b1')).toBe('quantum/too-much-superposition');
  expect(refused(four, 'a3^b1c2')).toBe('quantum/too-much-superposition');
  expect(referee.view(four, { kind: 'watcher' }).choices.every((choice) => choice.kind === 'move')).toBe(true);
  expect(play(four, 'a3b5').board.wave.size).toBe(4);
  expect(() => quantumReferee({ cap: 2 ** 18 })).toThrow(RangeError);
});

test('choices are exactly the legal moves', () => {
  const random = seededRandom(8);
  const { referee, start } = open();
  let position = start;
  for (let ply = 0; ply < 80 && position.outcome === null; ply++) {
    const view = referee.view(position, { kind: 'player', color: 'white' });
    const offered = new Set<string>();
    for (const choice of view.choices) {
      if (choice.kind === 'move') for (const to of choice.to) offered.add(choice.from + to);
      if (choice.kind === 'split') {
        for (const one of choice.to)
          for (const two of choice.to) if (one !== two) offered.add(`${choice.from}^${one}${two}`);
      }
      if (choice.kind !== 'merge') continue;
      for (const other of view.choices) {
        if (other.kind !== 'merge' || other.group !== choice.group || other.from === choice.from) continue;
        for (const to of choice.to) if (other.to.includes(to)) offered.add(`${choice.from}${other.from}^${to}`);
      }
    }
    const legal = new Set(allMoves(position.board).map((move) => formatMove(move).replace(/[xw]|ep|[qrbn]$/g, '')));
    expect([...offered].sort()).toEqual([...legal].sort());
    position = judged(position, formatMove(randomMove(position.board, random)!), always(random.next())).after;
  }
});
