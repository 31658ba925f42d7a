import { COUNT, generateBitboardAroundPins } from './bitboard-moves.js';
import { isEndedEarly } from './early-end.js';
import { generateUnended } from './legal.js';
import { type Position, ROYALS, TURN } from './position.js';

/** Writes the legal moves into `out` from index `at` and returns the new end; writes none once the game has ended. */
export function generateLegal(position: Position, out: Int32Array, at: number): number {
  if (position.tables.hasEarlyEnd && isEndedEarly(position)) return at;
  return generateUnended(position, out, at);
}

/** Counts the legal moves; faster than generating them where the ruleset allows. */
export function countLegal(position: Position, out: Int32Array, at: number): number {
  const { tables, state } = position;
  if (
    tables.bitboards !== null &&
    tables.readsPins &&
    state[ROYALS + state[TURN]!] === 1 &&
    !tables.noCheck &&
    !tables.mustCapture
  ) {
    if (tables.hasEarlyEnd && isEndedEarly(position)) return 0;
    return generateBitboardAroundPins(position, tables.bitboards, COUNT, out, 0);
  }
  return generateLegal(position, out, at) - at;
}
