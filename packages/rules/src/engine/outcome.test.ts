import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { compile, legalMoves, positionFromFen, startPosition } from '../engine.js';
import { formatFen } from '../notation/fen.js';
import { parseUci } from '../notation/uci.js';
import type { Profile } from '../outcome.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { standard } from '../rulesets/standard.js';
import { claimsOf, outcomeOf } from './outcome.js';
import { play, undo } from './play.js';
import type { Position } from './position.js';
import { repetitionsOf } from './repetition.js';

const position = (ruleset: string, fen: string): Position =>
  unwrap(positionFromFen(compile(rulesetNamed(ruleset)!), fen));

const start = (ruleset: string): Position => unwrap(startPosition(compile(rulesetNamed(ruleset)!)));

function playAll(at: Position, moves: string): Position {
  for (const move of moves.split(' ')) play(at, unwrap(parseUci(at, move)));
  return at;
}

const told = (at: Position, profile: Profile = 'lichess'): string => {
  const outcome = outcomeOf(at, profile);
  return outcome === null ? 'goes on' : `${outcome.kind === 'win' ? outcome.winner : 'draw'} by ${outcome.by}`;
};

const ENDS: readonly (readonly [ruleset: string, fen: string, told: string])[] = [
  ['standard', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 'black by checkmate'],
  ['standard', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'draw by stalemate'],
  ['standard', '8/8/4k3/8/8/3KN3/8/8 w - - 0 1', 'draw by insufficient-material'],
  ['standard', '8/8/4k3/8/8/3KR3/8/8 w - - 99 80', 'goes on'],
  ['standard', '8/8/4k3/8/8/3KR3/8/8 w - - 100 80', 'draw by fifty-moves'],
  // Mate on the hundredth ply without capture or pawn move: mate takes precedence.
  ['standard', '7k/6Q1/6K1/8/8/8/8/8 b - - 100 80', 'white by checkmate'],
  ['king-of-the-hill', '7k/8/8/3K4/8/8/8/8 b - - 0 1', 'white by king-on-hill'],
  ['king-of-the-hill', '7k/8/8/8/8/3K4/8/8 w - - 0 1', 'goes on'],
  ['three-check', '7k/8/8/8/8/3K4/8/8 w - - 3+0 0 1', 'black by checks-given'],
  ['antichess', '8/8/8/8/8/8/8/n7 w - - 0 1', 'white by pieces-gone'],
  ['antichess', '8/8/8/p7/P7/8/8/8 w - - 0 1', 'white by stalemate'],
  ['atomic', '8/8/8/8/8/8/8/K7 b - - 0 1', 'white by king-exploded'],
  // Adjacent kings: black is not in check, even if attacked.
  ['atomic', '8/8/8/8/8/8/5kKR/5R2 b - - 0 1', 'goes on'],
  ['crazyhouse', '3Nkb1r/1pQP1ppp/4p3/3N4/N5N1/6B1/PPPPBPPP/R1B2RK1[] b - - 0 25', 'white by checkmate'],
  ['crazyhouse', '8/8/4k3/8/8/3KR3/8/8[] w - - 200 80', 'goes on'],
  ['horde', '4k3/8/8/8/8/8/8/8 w - - 0 1', 'black by pieces-gone'],
  ['horde', '4k3/8/4p3/4P3/8/8/8/8 w - - 0 1', 'draw by stalemate'],
  // White arrives first, and black cannot follow, can follow, has followed.
  ['racing-kings', '3K4/8/k7/8/8/8/8/8 b - - 0 1', 'white by race-won'],
  ['racing-kings', '3K4/k7/8/8/8/8/8/8 b - - 0 1', 'goes on'],
  ['racing-kings', 'k2K4/8/8/8/8/8/8/8 w - - 0 1', 'draw by race-tied'],
  ['racing-kings', 'k7/3K4/8/8/8/8/8/8 w - - 0 1', 'black by race-won'],
  ['racing-kings', '3K4/k7/8/8/1R2B3/8/8/8 b - - 0 1', 'white by race-won'],
  ['knightmate', '8/8/8/8/3K4/8/1M6/k7 b - - 0 1', 'white by checkmate'],
  ['pawn-war', 'Q4/2ppp/5/PP3/5 b - - 0 1', 'white by promotion'],
  ['pawn-war', '5/5/p4/P4/5 w - - 0 1', 'black by stalemate'],
  ['pawn-war', '5/5/5/P4/5 b - - 0 1', 'white by stalemate'],
];

test.each(ENDS)('%s %s: %s', (ruleset, fen, end) => {
  expect(told(position(ruleset, fen))).toBe(end);
});

/** Pawns that block each other for good, with other pieces. */
const WALLS: readonly (readonly [fen: string, told: string])[] = [
  ['4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1', 'draw by dead-position'],
  ['8/3k4/1p1p1p2/1PpPpPp1/2P1P1P1/8/3K4/8 b - - 0 1', 'draw by dead-position'],
  // The kings can walk around the wall, or already have.
  ['4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1', 'goes on'],
  ['8/4K3/2k5/p1p1p1p1/P1P1P1P1/8/8/8 w - - 0 1', 'goes on'],
  // A piece can still move: a pawn (also behind a king), a bishop, a rook, en passant.
  ['4k3/7p/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1', 'goes on'],
  ['8/7p/7k/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1', 'goes on'],
  ['4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1', 'goes on'],
  ['4k3/8/8/p1p1p1p1/P1P1P1P1/8/R7/4K3 w - - 0 1', 'goes on'],
  ['4k3/8/8/pPp1p1p1/P1P1P1P1/8/8/4K3 w - c6 0 1', 'goes on'],
];

describe('profiles', () => {
  test('fide draws at seventy-five moves and allows a claim at fifty', () => {
    const at = (plies: number): Position => position('standard', `8/8/4k3/8/8/3KR3/8/8 w - - ${plies} 90`);
    expect(claimsOf(at(99), 'fide')).toEqual([]);
    expect(claimsOf(at(100), 'fide')).toEqual(['fifty-moves']);
    expect(told(at(149), 'fide')).toBe('goes on');
    expect(told(at(150), 'fide')).toBe('draw by seventy-five-moves');
    expect(claimsOf(at(150), 'fide')).toEqual([]);
    expect(claimsOf(at(99), 'lichess')).toEqual([]);
  });

  test('fide calls insufficient material a dead position', () => {
    expect(told(position('standard', '8/8/4k3/8/8/3KN3/8/8 w - - 0 1'), 'fide')).toBe('draw by dead-position');
  });

  test.each(WALLS)('fide: %s %s', (fen, end) => {
    expect(told(position('standard', fen), 'fide')).toBe(end);
    expect(told(position('standard', fen), 'lichess')).toBe('goes on');
  });

  test.each(WALLS.filter(([, end]) => end !== 'goes on'))('behind the wall of %s mate is impossible', (fen) => {
    const engine = compile(standard);
    const seen = new Set([fen]);
    for (const at of seen) {
      const here = unwrap(positionFromFen(engine, at));
      expect(told(here)).toMatch(/goes on|stalemate/);
      for (const move of legalMoves(here)) {
        play(here, move);
        seen.add(formatFen(here).replace(/ \d+ \d+$/, ''));
        undo(here);
      }
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  test.each(['lichess', 'fide'] as const)('%s: threefold may be claimed, fivefold is a draw', (profile) => {
    const at = start('standard');
    const shuffle = 'g1f3 g8f6 f3g1 f6g8';
    playAll(at, `${shuffle} g1f3 g8f6 f3g1`);
    expect(claimsOf(at, profile)).toEqual([]);
    playAll(at, 'f6g8');
    expect(repetitionsOf(at)).toBe(3);
    expect(claimsOf(at, profile)).toEqual(['threefold-repetition']);
    playAll(at, shuffle);
    expect(told(at, profile)).toBe('goes on');
    playAll(at, shuffle);
    expect(told(at, profile)).toBe('draw by fivefold-repetition');
    expect(claimsOf(at, profile)).toEqual([]);
  });
});

describe('repetition', () => {
  test('positions with different castling rights are not repetitions', () => {
    const at = position('standard', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    playAll(at, 'e1e2 e8e7 e2e1 e7e8');
    expect(repetitionsOf(at)).toBe(1);
    playAll(at, 'e1e2 e8e7 e2e1 e7e8');
    expect(repetitionsOf(at)).toBe(2);
  });

  test('en passant makes a different position only if it is legal', () => {
    const idle = playAll(start('standard'), 'e2e4 g8f6 g1f3 f6g8 f3g1');
    expect(repetitionsOf(idle)).toBe(2);
    const live = position('standard', '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1');
    playAll(live, 'e2e4 e8e7 e1e2 e7e8 e2e1');
    expect(repetitionsOf(live)).toBe(1);
  });

  test('crazyhouse positions can repeat after captures', () => {
    const at = position('crazyhouse', '2kr4/8/8/8/8/8/8/3RK3[] w - - 0 1');
    playAll(at, 'd1d8 c8d8 R@d1 d8c8 e1e2 R@d8 e2f1 c8b8 f1e1 b8c8');
    expect(repetitionsOf(at)).toBe(2);
  });

  test('a promoted knight in place of another knight makes a different position', () => {
    const at = position('crazyhouse', '4k3/8/8/8/8/1N6/8/N~3K3[] w - - 0 1');
    playAll(at, 'b3d4 e8d8 a1b3 d8e8 d4c2 e8d8 c2a1 d8e8');
    expect(repetitionsOf(at)).toBe(1);
  });

  test('three-check positions with different counters are not repetitions', () => {
    const at = position('three-check', '4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1');
    playAll(at, 'a1a8 e8e7 a8a1 e7e8');
    expect(repetitionsOf(at)).toBe(1);
  });
});
