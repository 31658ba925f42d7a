import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { compileTables } from '../compile/compile.js';
import { compile, positionFromFen } from '../engine.js';
import { formatFen, parseFen } from '../notation/fen.js';
import { standard } from '../rulesets/standard.js';
import { perft, perftPlayed } from './perft.js';
import { setUp } from './set-up.js';

/** The six standard perft positions and the promotion test, as published. */
const PERFT: readonly (readonly [name: string, fen: string, depth: number, leaves: number])[] = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 5, 4865609],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 4, 4085603],
  ['pins on the fourth rank', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 5, 674624],
  ['promotions all over', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 5, 15833292],
  ['its mirror', 'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1', 5, 15833292],
  ['a knight on f2', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 4, 2103487],
  ['a quiet middle game', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 4, 3894594],
  ['promotion', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 5, 3605103],
];

describe('standard chess', () => {
  test.each(PERFT)('%s has the published perft', (_, fen, depth, leaves) => {
    const position = unwrap(positionFromFen(compile(standard), fen));
    expect(perft(position, depth)).toBe(leaves);
    expect(formatFen(position)).toBe(fen);
  });

  test.each(PERFT)('%s has the same perft when every leaf is played', (_, fen, depth, leaves) => {
    const position = unwrap(positionFromFen(compile(standard), fen));
    const before = position.state.join();
    expect(perftPlayed(position, depth - 1)).toBe(perft(position, depth - 1));
    expect(position.state.join()).toBe(before);
    expect(leaves).toBeGreaterThan(0);
  });

  test.each(PERFT)('%s has the same perft without bitboards', (_, fen, depth) => {
    const tables = compileTables(standard, { bits: false });
    const position = setUp(tables, unwrap(parseFen(tables, fen)));
    expect(tables.bitboards).toBeNull();
    expect(perft(position, depth - 1)).toBe(perft(unwrap(positionFromFen(compile(standard), fen)), depth - 1));
  });
});
