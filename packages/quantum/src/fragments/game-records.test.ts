import type { GameRecord } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';

const referee = fragmentsReferee();
const chanceOf = (seed: number) => {
  const random = seededRandom(seed);
  return { int: random.int, real: random.next };
};

test('a game can be forked at any ply: everything public stays, and the secret is new', () => {
  for (let seed = 0; seed < 10; seed++) {
    const chance = chanceOf(seed);
    const start = unwrap(referee.start({}, chance));
    let { position } = start;
    const records: GameRecord[] = [];
    for (let ply = 0; ply < 30 && position.winner === null; ply++) {
      const ruling = unwrap(referee.judge(position, randomMove(position, chance)!, chance));
      records.push(ruling.record);
      position = ruling.after;
    }
    const branched = unwrap(referee.start(referee.forking.branch(start.record, records), chanceOf(100 + seed)));
    expect({ ...branched.position, world: null }).toEqual({ ...position, ply: 0, world: null });
    expect(branched.position.world).not.toBeNull();
    expect(JSON.stringify(branched.record.open)).not.toContain('coin');
    expect(referee.resume(branched.record)).toEqual(branched.position);
    expect(referee.resume({ open: branched.record.open }).board).toEqual(position.board);
    const twice = unwrap(referee.start(referee.forking.branch(branched.record, []), chanceOf(100 + seed)));
    expect(twice.position).toEqual(branched.position);
  }
});

test.each([
  ['= b1^a3', 'an unreadable move'],
  ['= b1b5', 'a move that cannot be played'],
  ['= b1^a3c3 a3+', 'an outcome where nothing is measured'],
  ['= b1^a3c3\n= e7e5\n= a3b5\n= a7a6\n= b5c7', 'a measurement whose outcome is missing'],
  ['= b1^a3c3\n= e7e5\n= a3b5\n= d7d6\n= b5d6 c3+', 'the outcome of another square'],
  ['= ', 'nothing'],
])('%j is refused: %s', (lines) => {
  const position = `${unwrap(referee.start({}, chanceOf(1))).record.open?.['board' as never]}${lines}`;
  expect(referee.start({ position }, chanceOf(1))).toMatchObject({ ok: false, error: { code: 'quantum/bad-line' } });
});
