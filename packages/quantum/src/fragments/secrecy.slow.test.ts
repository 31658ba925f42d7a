import type { Chance } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOARDS, playTwins } from '../testing/twins.js';
import type { FragmentsPosition } from './position.js';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';
import { formatSquare } from './square.js';

const referee = fragmentsReferee();

describe('which fragment is real', () => {
  test('does not affect any output of the referee until a measurement differs', () => {
    const seen = playTwins(seededRandom(41), 24);
    expect(seen.plies).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(20);
    expect(seen.measured).toBeGreaterThan(10);
    expect(seen.parted).toBeGreaterThan(5);
    expect(seen.differed).toBeGreaterThan(150);
  });

  test('is shown only by the view for `all`', () => {
    const position = after(['s B1 A3 C3', 's B8 A6 C6']);
    expect(referee.view(position, { kind: 'all' }).extra?.secret).toContainEqual({
      square: 'a3',
      piece: 4,
      real: true,
    });
    for (const viewer of [{ kind: 'watcher' }, { kind: 'player', color: 'white' }] as const) {
      expect(Object.keys(referee.view(position, viewer).extra ?? {})).toEqual(['chessmen']);
    }
  });
});

describe('a new secret', () => {
  test('changes nothing public and is always possible', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.constantFrom(...BOARDS), (moves, coins, board) => {
        const [chance, coin] = [chanceOf(moves), chanceOf(coins)];
        let position = startOn(board);
        for (let ply = 0; ply < 40 && position.winner === null; ply++) {
          const move = randomMove(position, chance);
          if (move === undefined) return;
          position = unwrap(referee.judge(position, move, coin)).after;
          expect(isPossible(position), 'the true secret is thought possible').toBe(true);
          const redrawn = referee.redraw(position, coin);
          expect(isPossible(redrawn)).toBe(true);
          expect({ ...redrawn, world: null }).toEqual({ ...position, world: null });
        }
      }),
      { numRuns: 15 },
    );
  });

  test('respects entanglement and the odds', () => {
    // The bishop passed c3 exactly where the queen is not on it; then a quarter of her was not found on b4.
    const position = after(['s B2 B3 C3', 'm A1 E5', 's B3 A3 B4', 'q B4'], 'QB2W\nBA1W');
    const chance = chanceOf(7);
    const counted = new Map<string, number>();
    for (let i = 0; i < 3000; i++) {
      const real = realSquares(referee.redraw(position, chance));
      counted.set(real, (counted.get(real) ?? 0) + 1);
    }
    expect([...counted.keys()].sort()).toEqual(['a3 e5', 'c3 a1']);
    expect(counted.get('c3 a1')! / 3000).toBeCloseTo(2 / 3, 1);
  });

  test('allows play if the secret is unknown', () => {
    const position = { ...after(['s B1 A3 C3', 's B8 A6 C6']), world: null };
    const ruling = unwrap(referee.judge(position, 'a3^b5c4', chanceOf(1)));
    expect(ruling.after.world).not.toBeNull();
    expect(referee.replay(position, ruling.record)).toEqual(ruling.after);
  });
});

function isPossible({ belief, world }: FragmentsPosition): boolean {
  return belief.every(({ men, worlds }) =>
    worlds.some(({ real }) => real.every((fragment, index) => world?.[men[index]!] === fragment)),
  );
}

function realSquares({ board, world }: FragmentsPosition): string {
  return board.men
    .flatMap((man) => man.fragments.filter(({ id }) => man.fragments.length === 1 || world?.[man.id] === id))
    .map(({ square }) => formatSquare(square))
    .join(' ');
}

/** Alternates white and black, or on a given board lets either side move; every coin selects the first target. */
function after(moves: readonly string[], board?: string): FragmentsPosition {
  const first: Chance = { int: () => 0, real: () => 0 };
  const start = board === undefined ? {} : { position: board, free: true };
  return moves.reduce(
    (position, move) => unwrap(referee.judge(position, move, first)).after,
    unwrap(referee.start(start, first)).position,
  );
}

const startOn = (board: string | undefined): FragmentsPosition =>
  unwrap(referee.start(board === undefined ? {} : { position: board }, chanceOf(0))).position;

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
