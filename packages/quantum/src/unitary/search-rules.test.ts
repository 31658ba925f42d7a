import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { STARTS } from '../testing/starts.js';
import { COSTLY, costOf } from './cost.js';
import { positionHash } from './hash.js';
import { quantumReferee } from './referee.js';
import { quantumRules } from './rules.js';

const referee = quantumReferee();
const open = (position: string) => unwrap(referee.start({ position }, { int: () => 0, real: () => 0 })).position;
const lot = (real: number) => ({ int: () => 0, real: () => real });

test('a line of play goes where the referee goes, and every step can be taken back', () => {
  const random = seededRandom(17);
  for (const start of STARTS) {
    let position = open(start.split(' moves ')[0]!);
    const line = quantumRules.open(position);
    const hashes: string[] = [];
    for (let ply = 0; ply < 25; ply++) {
      const moves = line.moves();
      if (moves.length === 0) break;
      expect(line.turn()).toBe(referee.view(position, { kind: 'watcher' }).turn);
      const small = moves.filter((move) => !line.spell(move).includes('^'));
      const move = random.pick(costOf(position) < 64 || small.length === 0 ? moves : small);
      const draw = random.next();
      hashes.push(line.hash());
      const before = line.pieces();
      const ruled = unwrap(referee.judge(position, line.spell(move), lot(draw)));
      if (ruled.happened.some(({ kind }) => kind === 'captured')) expect(line.isCapture(move)).toBe(true);
      position = ruled.after;
      line.play(move, draw);
      expect(line.hash()).toBe(positionHash(position.board));
      expect(line.outcome()).toEqual(position.outcome);
      line.undo();
      expect([line.hash(), line.pieces()]).toEqual([hashes.at(-1), before]);
      line.play(move, draw);
    }
    for (const hash of hashes.reverse()) {
      line.undo();
      expect(line.hash()).toBe(hash);
    }
    expect(() => line.undo()).toThrow(RangeError);
  }
});

test('there is no check, and no move once a king is gone', () => {
  const line = quantumRules.open(open('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'));
  const capture = line.moves().find((move) => line.spell(move) === 'e7xe8')!;
  expect(line.isCapture(capture)).toBe(true);
  expect(line.isCheck()).toBe(false);
  line.play(capture);
  expect(line.outcome()).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
  expect(line.moves()).toEqual([]);
  line.undo();
  expect(line.outcome()).toBeNull();
});

test('fifty moves without change measure every square with what is left of the draw', () => {
  const start = open('4k3/8/8/8/8/8/8/1N2K1N1 w - - 97,4 60');
  const split = unwrap(referee.judge(start, 'b1^a3c3', lot(0))).after;
  const before = unwrap(referee.judge(split, 'e8e7', lot(0))).after;
  const ends = new Set<string>();
  for (const draw of [0.1, 0.3, 0.6, 0.9]) {
    const line = quantumRules.open(before);
    line.play(line.moves().find((move) => line.spell(move) === 'g1^f3h3')!, draw);
    expect(line.outcome()).toEqual({ kind: 'draw', by: 'fifty-moves' });
    expect(line.pieces()).toHaveLength(4);
    ends.add(
      line
        .pieces()
        .map(({ square }) => square)
        .join(),
    );
  }
  expect(ends.size).toBe(4);
});

test('a draw that has decided the last capture still decides what is found on the other squares', () => {
  let position = open('4k3/8/8/8/2p5/8/8/1N2K1N1 w - - 95,5 60');
  for (const move of ['b1^a3d2', 'e8e7', 'g1^f3h3', 'e7e8']) {
    position = unwrap(referee.judge(position, move, lot(0))).after;
  }
  const ends = [0.6, 0.9].map((draw) => {
    const line = quantumRules.open(position);
    line.play(line.moves().find((move) => line.spell(move) === 'a3xc4')!, draw);
    expect(line.outcome()).toEqual({ kind: 'draw', by: 'fifty-moves' });
    return line
      .pieces()
      .map(({ square }) => square)
      .join();
  });
  expect(ends[0]).not.toBe(ends[1]);
});

test('the cost of a position is the number of its states, and a split doubles it', () => {
  let position = open('4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1');
  expect(costOf(position)).toBe(1);
  position = unwrap(referee.judge(position, 'b1^a3c3', lot(0))).after;
  expect(costOf(position)).toBe(2);
  expect(costOf(position)).toBeLessThan(COSTLY);
});
