import {
  catalogue,
  clonePosition,
  compile,
  formatUci,
  legalMoves,
  play,
  positionFromFen,
  standard,
  startPosition,
} from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { LEVELS, type Level } from './levels.js';
import { think } from './think.js';

const positionOf = (fen: string) => unwrap(positionFromFen(compile(standard), fen));
const atNodes = (nodes: number) => ({ kind: 'nodes', nodes }) as const;

/** From published games; Debian's stockfish confirms each. */
const MATES: readonly (readonly [moves: number, fen: string])[] = [
  [2, 'r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1'],
  [2, '1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1'],
  [2, '4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1'],
  [2, 'r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1'],
  [2, '5rkr/pp2Rp2/1b1p1Pb1/3P2Q1/2n3P1/2p5/P4P2/4R1K1 w - - 1 1'],
  [2, '1r1kr3/Nbppn1pp/1b6/8/6Q1/3B1P2/Pq3P1P/3RR1K1 w - - 1 1'],
  [2, '5rk1/1p1q2bp/p2pN1p1/2pP2Bn/2P3P1/1P6/P4QKP/5R2 w - - 1 1'],
  [3, 'r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1'],
  [3, 'r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1'],
  [3, 'r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1'],
  [3, 'r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1'],
  [3, '3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - - 1 1'],
  [3, '6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1'],
  [3, 'rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b - - 0 1'],
];

test.each(MATES)('finds the mate in %i of %s', (moves, fen) => {
  const thought = think(positionOf(fen), { level: 8, limit: atNodes(200_000), random: seededRandom(1) });
  expect(thought?.score).toEqual({ kind: 'win', plies: 2 * moves - 1 });
});

test('pawn war is won for White by force', () => {
  const pawnWar = catalogue.find(({ name }) => name === 'pawn-war')!;
  const start = unwrap(startPosition(compile(pawnWar)));
  const thought = think(start, { level: 8, limit: atNodes(200_000), random: seededRandom(1) });
  expect(thought?.score.kind).toBe('win');
});

describe.each(catalogue)('in $name', (ruleset) => {
  test('every level plays legal moves, its line included', () => {
    for (const { level } of LEVELS) {
      const random = seededRandom(level);
      const position = unwrap(startPosition(compile(ruleset)));
      for (let ply = 0; ply < 12 && legalMoves(position).length > 0; ply++) {
        const thought = think(position, { level, limit: atNodes(400), random })!;
        const walked = clonePosition(position);
        expect(thought.line[0]).toBe(thought.move);
        for (const move of thought.line) {
          expect(legalMoves(walked)).toContain(move);
          play(walked, move);
        }
        play(position, thought.move);
      }
    }
  });
});

test('the same seed and node limit give the same thought', () => {
  const position = positionOf('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8');
  for (const level of [2, 5, 8] satisfies Level[]) {
    const thoughts = [1, 2].map(() => think(position, { level, limit: atNodes(5_000), random: seededRandom(7) }));
    expect(thoughts[0]).toEqual(thoughts[1]);
  }
});

test('a search stops soon after its signal, with a legal move', () => {
  const position = positionOf('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8');
  let polls = 0;
  const signal = {
    get aborted() {
      return ++polls > 10;
    },
  };
  const thought = think(position, { level: 8, limit: atNodes(10_000_000), random: seededRandom(1), signal })!;
  expect(legalMoves(position)).toContain(thought.move);
  expect(thought.nodes).toBeLessThan(5_000);
});

test('a search ends when its time is over', () => {
  const position = unwrap(startPosition(compile(standard)));
  let time = 0;
  const thought = think(position, {
    level: 8,
    limit: { kind: 'ms', ms: 20, now: () => time++ },
    random: seededRandom(1),
  })!;
  expect(formatUci(position, thought.move)).toMatch(/^[a-h][1-4]/);
  expect(thought.nodes).toBeLessThan(10_000);
});

test('there is no move once the game has ended', () => {
  const mated = positionOf('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  expect(think(mated, { level: 8, limit: atNodes(100), random: seededRandom(1) })).toBeNull();
});
