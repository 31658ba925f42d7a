import type { Chance, GameRecord } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import type { FragmentsPosition } from './position.js';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';

const referee = fragmentsReferee();

describe('a game of fragments', () => {
  test('replays from its records without chance, and without the secret from the public part', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { records, positions } = playRandomly(seed, 40);
        const start = records[0]!;
        let whole = referee.resume(start);
        let open = referee.resume({ open: start.open });
        for (const [ply, record] of records.slice(1).entries()) {
          const position = positions[ply + 1]!;
          whole = referee.replay(whole, throughStore(record));
          open = referee.replay(open, throughStore({ open: record.open }));
          expect(whole).toEqual(position);
          expect({ ...open, world: null }).toEqual({ ...position, world: null });
        }
      }),
      { numRuns: 6 },
    );
  });

  test('survives a snapshot and continues equally', () => {
    const { positions } = playRandomly(5, 40);
    for (const position of positions) {
      const restored = referee.restore(throughStore(referee.snapshot(position)));
      expect(restored).toEqual(position);
      const move = randomMove(position, chanceOf(1));
      if (move === undefined) continue;
      expect(referee.judge(restored, move, chanceOf(2))).toEqual(referee.judge(position, move, chanceOf(2)));
    }
  });

  test('never changes a position in place', () => {
    const { positions } = playRandomly(11, 30);
    for (const position of positions) {
      const before = JSON.stringify(position);
      const move = randomMove(position, chanceOf(3));
      if (move !== undefined) referee.judge(position, move, chanceOf(4));
      expect(JSON.stringify(position)).toBe(before);
    }
  });

  test('keeps each chessman consistent: probabilities add up to one, squares differ, one fragment is real', () => {
    for (const seed of [21, 22, 23]) {
      for (const { board, world } of playRandomly(seed, 80).positions) {
        const squares = board.men.flatMap(({ fragments }) => fragments.map(({ square }) => square));
        expect(new Set(squares).size).toBe(squares.length);
        for (const { id, fragments } of board.men) {
          expect(fragments.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
          if (fragments.length > 1) expect(fragments.map((fragment) => fragment.id)).toContain(world?.[id]);
        }
        const ids = new Set(board.men.flatMap(({ fragments }) => fragments.map((fragment) => fragment.id)));
        expect(board.pairs.flat().filter((id) => !ids.has(id))).toEqual([]);
      }
    }
  });

  test('does not let a player measure without a move', () => {
    const { position } = unwrap(referee.start({}, FIRST_TARGET));
    const { after } = unwrap(referee.judge(position, 'b1^a3c3', FIRST_TARGET));
    const ruled = referee.judge(after, 'q a3', FIRST_TARGET);
    expect(!ruled.ok && ruled.error.code).toBe('quantum/measure-in-game');
  });

  test('never takes back a split or a measurement', () => {
    const { position } = unwrap(referee.start({}, FIRST_TARGET));
    const split = unwrap(referee.judge(position, 'b1^a3c3', FIRST_TARGET));
    expect(split.usedChance).toBe(true);
    const plain = unwrap(referee.judge(split.after, 'b7b5', FIRST_TARGET));
    expect(plain.usedChance).toBe(false);
    const measured = unwrap(referee.judge(plain.after, 'c3b5', FIRST_TARGET));
    expect(measured.usedChance).toBe(true);
    expect(measured.record).toEqual({ open: { move: 'c3b5', measured: [{ on: 'c3', found: false }] } });
    expect(measured.happened).toEqual([{ kind: 'measured', on: ['c3'], found: false, probability: 0.5 }]);
  });

  test('reads castling as king takes rook, but not in the notation of the protocol', () => {
    const { position } = unwrap(referee.start({ position: 'KE1W\nTA1W\nTH1W\nKE8B' }, FIRST_TARGET));
    expect(unwrap(referee.judge(position, 'e1h1', FIRST_TARGET)).notation).toBe('e1g1');
    expect(unwrap(referee.judge(position, 'e1a1', FIRST_TARGET)).notation).toBe('e1c1');
    expect(referee.judge(position, 'm E1 H1', FIRST_TARGET).ok).toBe(false);
  });

  test('refuses a numbered start and a bad board', () => {
    expect(referee.start({ number: 518 }, FIRST_TARGET).ok).toBe(false);
    expect(referee.start({ position: 'nonsense' }, FIRST_TARGET).ok).toBe(false);
  });

  test('can be won only if the other side has a king', () => {
    const view = (position: string) =>
      referee.view(unwrap(referee.start({ position }, FIRST_TARGET)).position, { kind: 'watcher' });
    expect(view('TA1W\nTA8B').canWin).toEqual({ white: false, black: false });
    expect(view('TA1W\nKA8B').canWin).toEqual({ white: true, black: false });
  });
});

test('a coin is drawn for every split and only then', () => {
  const { position } = unwrap(referee.start({ position: 'HB1W' }, FIRST_TARGET));
  let drawn = 0;
  const draw = (face: number) => {
    drawn += 1;
    return face;
  };
  const counting: Chance = { int: () => draw(1), real: () => draw(0) };
  const split = unwrap(referee.judge(position, 'b1^a3c3', counting));
  expect(drawn).toBe(1);
  // The other target is real, so this splits a fragment that is not real; a coin is drawn all the same.
  const again = unwrap(referee.judge({ ...split.after, turn: 'white' }, 'a3^b5c4', counting));
  expect(drawn).toBe(2);
  unwrap(referee.judge({ ...again.after, turn: 'white' }, 'b5a7', counting));
  referee.judge({ ...again.after, turn: 'white' }, 'b5b6', counting);
  expect(drawn).toBe(2);
});

function playRandomly(seed: number, plies: number): { records: GameRecord[]; positions: FragmentsPosition[] } {
  const chance = chanceOf(seed);
  const { position, record } = unwrap(referee.start({}, chance));
  const records = [record];
  const positions = [position];
  for (let ply = 0; ply < plies; ply++) {
    const move = randomMove(positions.at(-1)!, chance);
    if (move === undefined) break;
    const ruling = unwrap(referee.judge(positions.at(-1)!, move, chance));
    records.push(ruling.record);
    positions.push(ruling.after);
  }
  return { records, positions };
}

/** Serialises like a store. */
const throughStore = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
