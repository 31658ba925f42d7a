import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { STARTS } from '../testing/starts.js';
import { COSTLY, costOf } from './cost.js';
import { positionHash } from './hash.js';
import { quantumReferee } from './referee.js';
import { quantumRules } from './search-rules.js';

const referee = quantumReferee();
const open = (position: string) => unwrap(referee.start({ position }, { int: () => 0, real: () => 0 })).position;
const chanceOf = (real: number) => ({ int: () => 0, real: () => real });

test('a search follows the referee, and every move can be undone', () => {
  const random = seededRandom(17);
  for (const start of STARTS) {
    let position = open(start.split(' moves ')[0]!);
    const search = quantumRules.searchFrom(position);
    const hashes: string[] = [];
    for (let ply = 0; ply < 25; ply++) {
      const moves = search.moves();
      if (moves.length === 0) break;
      expect(search.turn()).toBe(referee.view(position, { kind: 'watcher' }).turn);
      const small = moves.filter((move) => !search.format(move).includes('^'));
      const move = random.pick(costOf(position) < 64 || small.length === 0 ? moves : small);
      const draw = random.next();
      hashes.push(search.hash());
      const before = search.pieces();
      const ruled = unwrap(referee.judge(position, search.format(move), chanceOf(draw)));
      if (ruled.happened.some(({ kind }) => kind === 'captured')) expect(search.isCapture(move)).toBe(true);
      position = ruled.after;
      search.play(move, draw);
      expect(search.hash()).toBe(positionHash(position.board));
      expect(search.outcome()).toEqual(position.outcome);
      search.undo();
      expect([search.hash(), search.pieces()]).toEqual([hashes.at(-1), before]);
      search.play(move, draw);
    }
    for (const hash of hashes.reverse()) {
      search.undo();
      expect(search.hash()).toBe(hash);
    }
    expect(() => search.undo()).toThrow(RangeError);
  }
});

test('there is no check, and no move once a king is gone', () => {
  const search = quantumRules.searchFrom(open('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'));
  const capture = search.moves().find((move) => search.format(move) === 'e7xe8')!;
  expect(search.isCapture(capture)).toBe(true);
  expect(search.isCheck()).toBe(false);
  search.play(capture);
  expect(search.outcome()).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
  expect(search.moves()).toEqual([]);
  search.undo();
  expect(search.outcome()).toBeNull();
});

test('fifty moves without change measure every square with the rest of the draw', () => {
  const start = open('4k3/8/8/8/8/8/8/1N2K1N1 w - - 97,4 60');
  const split = unwrap(referee.judge(start, 'b1^a3c3', chanceOf(0))).after;
  const before = unwrap(referee.judge(split, 'e8e7', chanceOf(0))).after;
  const ends = new Set<string>();
  for (const draw of [0.1, 0.3, 0.6, 0.9]) {
    const search = quantumRules.searchFrom(before);
    search.play(search.moves().find((move) => search.format(move) === 'g1^f3h3')!, draw);
    expect(search.outcome()).toEqual({ kind: 'draw', by: 'fifty-moves' });
    expect(search.pieces()).toHaveLength(4);
    ends.add(
      search
        .pieces()
        .map(({ square }) => square)
        .join(),
    );
  }
  expect(ends.size).toBe(4);
});

test('the draw that decided the last capture also decides the other squares', () => {
  let position = open('4k3/8/8/8/2p5/8/8/1N2K1N1 w - - 95,5 60');
  for (const move of ['b1^a3d2', 'e8e7', 'g1^f3h3', 'e7e8']) {
    position = unwrap(referee.judge(position, move, chanceOf(0))).after;
  }
  const ends = [0.6, 0.9].map((draw) => {
    const search = quantumRules.searchFrom(position);
    search.play(search.moves().find((move) => search.format(move) === 'a3xc4')!, draw);
    expect(search.outcome()).toEqual({ kind: 'draw', by: 'fifty-moves' });
    return search
      .pieces()
      .map(({ square }) => square)
      .join();
  });
  expect(ends[0]).not.toBe(ends[1]);
});

test('the cost of a position is the number of its states, and a split doubles it', () => {
  let position = open('4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1');
  expect(costOf(position)).toBe(1);
  position = unwrap(referee.judge(position, 'b1^a3c3', chanceOf(0))).after;
  expect(costOf(position)).toBe(2);
  expect(costOf(position)).toBeLessThan(COSTLY);
});
