import { type Chance, INSPECTION_SUBJECTS, type Ruling } from '@chessmith/rules';
import { type Random, seededRandom, unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import { inspectFragments } from '../fragments/inspect.js';
import type { FragmentsPosition } from '../fragments/position.js';
import { randomMove } from '../fragments/random-move.js';
import { fragmentsReferee } from '../fragments/referee.js';
import { formatSquare, type Square } from '../fragments/square.js';
import {
  entangledWith,
  possibleMerges,
  possibleMoves,
  possibleSplits,
  squaresOfChessman,
} from '../fragments/square-queries.js';

/** Counts of what happened in the games, so that a test can check its coverage. */
export type Seen = { plies: number; refused: number; measured: number; parted: number; differed: number };

export const BOARDS: readonly (string | undefined)[] = [
  undefined,
  'TA1W\nKE1W\nTH1W\nQA2W\nQB7W\nTA8B\nKE8B\nTH8B\nQA7B',
  'TA1W\nKE1W\nPA2W\nPG5W\nKE7B\nQC3B\nBF1B',
  'QD1W\nHB1W\nHG1W\nBC1W\nKA1W\nQD8B\nHB8B\nHG8B\nBF8B\nKH8B',
];

const referee = fragmentsReferee();

/**
 * Plays each game twice with the same moves but different coins, and compares everything public byte for byte until a
 * measurement gives different results. Throws on any other difference.
 */
export function playTwins(random: Random, games: number): Seen {
  const seen = { plies: 0, refused: 0, measured: 0, parted: 0, differed: 0 };
  for (let game = 0; game < games; game++) {
    const [moves, a, b] = [newChance(random), newChance(random), newChance(random)];
    playGame(moves!, a!, b!, BOARDS[game % BOARDS.length], seen);
  }
  return seen;
}

/** An independent source of randomness. */
function newChance(random: Random): Chance {
  const { int, next } = seededRandom(random.int(2 ** 31));
  return { int, real: next };
}

function playGame(moves: Chance, coinsA: Chance, coinsB: Chance, board: string | undefined, seen: Seen): void {
  const setup = board === undefined ? {} : { position: board };
  let a = unwrap(referee.start(setup, coinsA)).position;
  let b = unwrap(referee.start(setup, coinsB)).position;
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
      expect(measuredB[parting]?.on, 'games differ in results, not in what is measured').toBe(measuredA[parting]?.on);
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

/** All views and query results, and the position without its secret. */
function publicPart(position: FragmentsPosition): string {
  const { board } = position;
  const occupied = board.men.flatMap(({ fragments }) => fragments.map(({ square }) => square));
  return JSON.stringify([
    referee.view(position, { kind: 'player', color: 'black' }),
    referee.view(position, { kind: 'watcher' }),
    [possibleMoves, possibleSplits, possibleMerges, squaresOfChessman, entangledWith].map((ask) =>
      occupied.map((square) => ask(board, square)),
    ),
    // One square per subject and ply; over many games this covers everything.
    INSPECTION_SUBJECTS.map((about, i) => {
      const [square, other] = [3, 7].map((step) =>
        formatSquare(occupied[(position.ply * step + i) % occupied.length]!),
      );
      return inspectFragments(position, { about, square: square!, other: other!, move: `${square}${other}` });
    }),
    { ...position, world: null },
  ]);
}

type Measured = readonly { readonly on: string; readonly found: boolean }[];

const measuredIn = ({ record }: Ruling<FragmentsPosition>): Measured =>
  (record.open as { measured?: Measured }).measured ?? [];

/** Mostly invalid moves, which must be refused. */
function anything(chance: Chance): string {
  const square = () => formatSquare(chance.int(64) as Square);
  const shapes = [`${square()}${square()}`, `${square()}^${square()}${square()}`, `${square()}${square()}^${square()}`];
  return shapes[chance.int(3)]!;
}
