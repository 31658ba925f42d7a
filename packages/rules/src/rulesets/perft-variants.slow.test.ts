import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { perft } from '../engine/perft.js';
import { compile, positionFromFen, startFen } from '../engine.js';
import { parseFen } from '../notation/fen.js';
import { referenceGame } from '../testing/reference-game.js';
import { referencePerft } from '../testing/reference-moves.js';
import { rulesetNamed } from './catalogue.js';

type Row = readonly [ruleset: string, fen: string, depth: number, leaves: number];

/** Published by the authors of python-chess and Fairy-Stockfish. */
const PUBLISHED: readonly Row[] = [
  ['king-of-the-hill', 'start', 4, 197281],
  ['king-of-the-hill', 'rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12', 3, 19003],
  ['three-check', 'start', 4, 197281],
  ['three-check', '7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39', 3, 12407],
  ['three-check', '7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0', 3, 12407],
  ['three-check', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1', 3, 97848],
  ['three-check', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1', 3, 13410],
  ['antichess', 'start', 4, 153299],
  ['antichess', '8/1p6/8/8/8/8/P7/8 w - - 0 1', 4, 3],
  ['antichess', '8/2p5/8/8/8/8/P7/8 w - - 0 1', 12, 2557],
  ['atomic', 'start', 4, 197326],
  ['atomic', 'rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1', 3, 45237],
  ['atomic', 'rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1', 3, 23353],
  ['atomic', 'r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1', 2, 148],
  ['atomic', '8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1', 4, 61401],
  ['atomic', '1R4kr/4K3/8/8/8/8/8/8 b k - 0 1', 4, 17915],
  // Adjacent kings: the castling rook shields its king from the enemy's rook.
  ['atomic', 'r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1', 4, 98729],
  ['atomic', 'Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq - 0 1', 4, 241478],
  ['crazyhouse', 'start', 4, 197281],
  ['crazyhouse', '2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1', 2, 75353],
  ['crazyhouse', '2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1', 3, 88634],
  ['crazyhouse', 'r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1', 3, 58057],
  ['crazyhouse', '4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1', 4, 132758],
  ['horde', 'start', 5, 265223],
  ['horde', '4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1', 4, 56539],
  ['horde', 'k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1', 4, 33781],
  ['horde', '4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1', 4, 128809],
  ['horde', 'rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18', 4, 197287],
  ['racing-kings', 'start', 4, 296242],
  ['racing-kings', '6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1', 4, 86041],
  ['racing-kings', '6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1', 4, 86009],
  ['racing-kings', '4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1', 6, 265932],
  ['capablanca', 'start', 4, 805128],
  ['grand', 'start', 3, 259514],
  ['grand', 'r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3', 2, 5768],
  ['los-alamos', 'start', 5, 191846],
  ['los-alamos', '6/2P3/6/1K1k2/6/6 w - - 0 1', 6, 187431],
  ['knightmate', 'start', 4, 139774],
];

describe('published', () => {
  test.each(PUBLISHED)('%s %s at depth %i has %i leaf nodes', (name, fen, depth, leaves) => {
    expect(perft(positionOf(name, fen), depth)).toBe(leaves);
  });
});

const positionOf = (name: string, fen: string) => {
  const ruleset = rulesetNamed(name)!;
  return unwrap(positionFromFen(compile(ruleset), fen === 'start' ? unwrap(startFen(ruleset)) : fen));
};

const referenceLeaves = (name: string, fen: string, depth: number): number => {
  const ruleset = rulesetNamed(name)!;
  const text = fen === 'start' ? unwrap(startFen(ruleset)) : fen;
  return referencePerft(referenceGame(ruleset, unwrap(parseFen(compile(ruleset).tables, text))), depth);
};

/** No published numbers exist; the reference implementation confirms these. */
const UNPUBLISHED: readonly Row[] = [
  ['capablanca', 'r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1', 2, 961],
  // A rook on i8 prevents castling to i1, a rook on d8 castling across d1.
  ['capablanca', '5k2r1/10/10/10/10/10/10/R4K3R w KQ - 0 1', 1, 27],
  ['capablanca', '3r1k4/10/10/10/10/10/10/R4K3R w KQ - 0 1', 1, 27],
  ['capablanca', '5k4/P8P/10/2a4c2/10/10/p8p/5K4 w - - 0 1', 3, 6693],
  ['grand', '10/2P2k4/1P8/P9/10/3Q4c1/10/p9/4K1p3/10 w - - 0 1', 2, 1824],
  ['knightmate', 'r3k2r/pppmmppp/8/8/8/8/PPPMMPPP/R3K2R w KQkq - 0 1', 2, 961],
  ['knightmate', '8/1P3k2/8/3m4/2M5/8/1K3p2/8 w - - 0 1', 3, 3920],
  ['los-alamos', 'r1qk1r/1pp1p1/n3n1/N3N1/1PP1P1/R1QK1R w - - 0 1', 3, 3680],
  ['pawn-war', 'start', 5, 3884],
  ['pawn-war', '5/p1p1p/1P1P1/P3P/5 w - - 0 1', 6, 700],
];

describe('unpublished', () => {
  test.each(UNPUBLISHED)('%s %s at depth %i has %i leaf nodes', (name, fen, depth, leaves) => {
    expect(perft(positionOf(name, fen), depth)).toBe(leaves);
    expect(referenceLeaves(name, fen, depth)).toBe(leaves);
  });
});
