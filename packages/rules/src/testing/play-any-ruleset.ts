import { type Random, seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect } from 'vitest';
import { compileTables } from '../compile/compile.js';
import type { Tables } from '../compile/tables.js';
import { checkedRoyals, isInCheck } from '../engine/attacks.js';
import { generateLegal } from '../engine/generate-legal.js';
import { hasLegalMove } from '../engine/legal.js';
import { play, undo } from '../engine/play.js';
import { hashOf, type Position, TURN } from '../engine/position.js';
import { setUp } from '../engine/set-up.js';
import { formatFen, parseFen } from '../notation/fen.js';
import { readRuleset } from '../read-ruleset.js';
import type { Ruleset } from '../ruleset.js';
import { anyRuleset } from './any-ruleset.js';

const PLIES = 12;

/**
 * Plays random games of random rulesets with every move generator: bitboards, the move program, and the move program
 * with trial of each move. Fails where they disagree on moves or check, or where undo or the FEN does not restore the
 * position.
 */
export function playAnyRulesets(seed: number, runs: number): { readonly read: number; readonly plies: number } {
  let read = 0;
  let plies = 0;
  const property = fc.property(anyRuleset, fc.nat(), (ruleset, gameSeed) => {
    const result = readRuleset(ruleset);
    // An invalid start is still playable: free analysis accepts any position.
    if (!result.ok && result.error.some(({ code }) => code !== 'ruleset/bad-start')) return;
    read++;
    plies += playAllWays(ruleset, seededRandom(gameSeed));
  });
  fc.assert(property, { seed, numRuns: runs });
  return { read, plies };
}

function playAllWays(ruleset: Ruleset, random: Random): number {
  const bits = compileTables(ruleset);
  const program = compileTables(ruleset, { bits: false });
  const trial: Tables = { ...program, readsPins: false };
  // Set-up drops impossible castling rights.
  const fen = (ruleset.start as string).replace(
    ' w - ',
    bits.castles.some((way) => way !== null) ? ' w KQkq ' : ' w - ',
  );
  const positions = [bits, program, trial].map((tables) => setUp(tables, unwrap(parseFen(tables, fen))));
  const [first] = positions as [Position];
  const seen: string[] = [];
  let ply = 0;
  for (; ply < PLIES; ply++) {
    for (const other of positions) expect(checksIn(other), formatFen(first)).toEqual(checksIn(first));
    // The king can be captured; generators need not agree on positions after the end.
    if (bits.noSelfCheck && isInCheck(first, first.state[TURN]! ^ 1)) break;
    const [moves, ...others] = positions.map(sortedMoves) as [number[], ...number[][]];
    for (const other of others) expect(other, formatFen(first)).toEqual(moves);
    for (const other of positions) expect(canMove(other), formatFen(first)).toBe(canMove(first));
    expect(new Set(moves).size).toBe(moves.length);
    if (moves.length === 0) break;
    seen.push(stateOf(first));
    const move = moves[random.int(moves.length)]!;
    for (const position of positions) play(position, move);
    const again = setUp(bits, unwrap(parseFen(bits, formatFen(first))));
    expect(formatFen(again)).toBe(formatFen(first));
  }
  for (const before of seen.toReversed()) {
    undo(first);
    expect(stateOf(first)).toBe(before);
  }
  return ply;
}

function sortedMoves(position: Position): number[] {
  const out = new Int32Array(position.tables.maxMoves);
  return Array.from(out.subarray(0, generateLegal(position, out, 0))).sort((a, b) => a - b);
}

/** For both sides, whether and where they are in check. */
const checksIn = (position: Position) =>
  [0, 1].map((color) => ({ isCheck: isInCheck(position, color), on: checkedRoyals(position, color) }));

const canMove = (position: Position): boolean => hasLegalMove(position, new Int32Array(position.tables.maxMoves));

const stateOf = (position: Position): string => `${formatFen(position)} ${hashOf(position)}`;
