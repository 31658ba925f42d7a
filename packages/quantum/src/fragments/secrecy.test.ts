import type { Chance, Ruling } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FragmentsPosition } from './position.js';
import { entangledWith, possibleMerges, possibleMoves, possibleSplits, sameChessman } from './questions.js';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';
import { formatSquare, parseSquare, type Square } from './square.js';

const referee = fragmentsReferee();

const BOARDS = [
  undefined,
  'TA1W\nKE1W\nTH1W\nQA2W\nQB7W\nTA8B\nKE8B\nTH8B\nQA7B',
  'TA1W\nKE1W\nPA2W\nPG5W\nKE7B\nQC3B\nBF1B',
  'QD1W\nHB1W\nHG1W\nBC1W\nKA1W\nQD8B\nHB8B\nHG8B\nBF8B\nKH8B',
];

describe('which fragment is real', () => {
  test('shows in nothing that leaves the referee until a measurement comes out differently', {
    timeout: 60_000,
  }, () => {
    const seen = { plies: 0, refused: 0, measured: 0, parted: 0, differed: 0 };
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), fc.constantFrom(...BOARDS), (moves, a, b, board) => {
        playTwins(chanceOf(moves), chanceOf(a), chanceOf(b), board, seen);
      }),
      { numRuns: 24 },
    );
    // Of games in which nothing happens this would be true as well.
    expect(seen.plies).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(20);
    expect(seen.measured).toBeGreaterThan(10);
    expect(seen.parted).toBeGreaterThan(5);
    expect(seen.differed).toBeGreaterThan(150);
  });

  test('is told by the view for all, and by no other', () => {
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

describe('a secret drawn anew', () => {
  test('changes nothing that is public, and is always one that could be true', { timeout: 60_000 }, () => {
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

  test('keeps what entanglement ties together, and the odds', () => {
    // The bishop got past c3 exactly where the queen is not on it; then a quarter of her was not found on b4.
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

  test('serves a game whose secret was not handed along', () => {
    const position = { ...after(['s B1 A3 C3', 's B8 A6 C6']), world: null };
    const ruling = unwrap(referee.judge(position, 'a3^b5c4', chanceOf(1)));
    expect(ruling.after.world).not.toBeNull();
    expect(referee.replay(position, ruling.record)).toEqual(ruling.after);
  });
});

type Seen = { plies: number; refused: number; measured: number; parted: number; differed: number };

/** Plays the same moves with two streams of coins and compares all that anybody but the server gets to see. */
function playTwins(moves: Chance, coinsA: Chance, coinsB: Chance, board: string | undefined, seen: Seen): void {
  let a = startOn(board);
  let b = a;
  for (let ply = 0; ply < 50 && a.winner === null; ply++) {
    expect(publicPart(b)).toBe(publicPart(a));
    if (JSON.stringify(a.world) !== JSON.stringify(b.world)) seen.differed += 1;
    const move = (moves.int(6) === 0 ? anything(moves) : randomMove(a, moves)) ?? anything(moves);
    const [ruledA, ruledB] = [referee.judge(a, move, coinsA), referee.judge(b, move, coinsB)];
    if (!ruledA.ok || !ruledB.ok) {
      seen.refused += 1;
      expect(JSON.stringify(ruledB)).toBe(JSON.stringify(ruledA));
      continue;
    }
    seen.plies += 1;
    const [measuredA, measuredB] = [measuredIn(ruledA.value), measuredIn(ruledB.value)];
    if (measuredA.length > 0) seen.measured += 1;
    const parting = measuredA.findIndex((one, index) => one.found !== measuredB[index]?.found);
    if (parting >= 0) {
      seen.parted += 1;
      expect(measuredB[parting]?.on, 'games part at an answer, not at what was asked').toBe(measuredA[parting]?.on);
      return;
    }
    expect(publicRuling(ruledB.value)).toBe(publicRuling(ruledA.value));
    a = ruledA.value.after;
    b = ruledB.value.after;
  }
}

function publicRuling({ record, notation, happened, usedChance }: Ruling<FragmentsPosition>): string {
  return JSON.stringify([record.open, record.secret !== undefined, notation, happened, usedChance]);
}

/** All views and all answers, and the position itself without its secret. */
function publicPart(position: FragmentsPosition): string {
  const { board } = position;
  const occupied = board.men.flatMap(({ fragments }) => fragments.map(({ square }) => square));
  return JSON.stringify([
    referee.view(position, { kind: 'player', color: 'black' }),
    referee.view(position, { kind: 'watcher' }),
    [possibleMoves, possibleSplits, possibleMerges, sameChessman, entangledWith].map((ask) =>
      occupied.map((square) => ask(board, square)),
    ),
    { ...position, world: null },
  ]);
}

type Measured = readonly { readonly on: string; readonly found: boolean }[];

const measuredIn = ({ record }: Ruling<FragmentsPosition>): Measured =>
  (record.open as { measured?: Measured }).measured ?? [];

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

/** White and black in turn, or anybody on a board of one's own; every coin shows its first face. */
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

/** Mostly nonsense, to be refused. */
function anything(chance: Chance): string {
  const square = () => formatSquare(chance.int(64) as Square);
  const shapes = [`${square()}${square()}`, `${square()}^${square()}${square()}`, `${square()}${square()}^${square()}`];
  return shapes[chance.int(3)] ?? `q ${formatSquare(parseSquare('a1')!)}`;
}
