import { FLAG_DOUBLE_STEP, FLAG_EN_PASSANT, FLAG_MASK } from '../compile/codes.js';
import { isLegalByTrial } from '../engine/play.js';
import { BOARD, OCCUPIED, PASSED, type Position, ROYAL } from '../engine/position.js';
import type { Lookups } from './lookups.js';
import {
  type PairTable,
  WAY_DOUBLE_STEP,
  WAY_EN_PASSANT,
  WAY_FREE,
  WAY_ONTO_EMPTY,
  WAY_ONTO_ENEMY,
  WAY_PROMOTES,
} from './pair-table.js';

/*
 * Finds single moves on boards of up to 64 squares with one royal piece. Reading a game needs one move per position,
 * so generating all moves of even one piece would dominate the cost.
 */

/** Result for promotions, which only the move generator can resolve. */
export const ASK_GENERATOR = -3;

/** `findOnto` with the pair table: a move, -1 for none, -2 for several, or ASK_GENERATOR. */
export function findOntoByWays(
  position: Position,
  ways: PairTable,
  { origins, fileBits, rankBits }: Lookups,
  code: number,
  to: number,
  file: number,
  rank: number,
): number {
  const { cells, tables } = position;
  const us = code & 1;
  const column = 2 * (code * tables.size + to);
  let low = origins[column]! & cells[OCCUPIED + 2 * us]!;
  let high = origins[column + 1]! & cells[OCCUPIED + 2 * us + 1]!;
  if (file >= 0) {
    low &= fileBits[2 * file]!;
    high &= fileBits[2 * file + 1]!;
  }
  if (rank >= 0) {
    low &= rankBits[2 * rank]!;
    high &= rankBits[2 * rank + 1]!;
  }
  let found = NONE;
  while ((low | high) !== 0) {
    let from: number;
    if (low !== 0) {
      from = 31 - Math.clz32(low);
      low ^= 1 << from;
    } else {
      from = 63 - Math.clz32(high);
      high ^= 1 << from;
    }
    if (cells[BOARD + from] !== code) continue;
    const move = moveByWay(position, ways, code, from, to);
    if (move === ASK_GENERATOR) return ASK_GENERATOR;
    if (move < 0 || !isSafeByWays(position, ways, us, move)) continue;
    if (found !== NONE) return SEVERAL;
    found = move;
  }
  return found;
}

/** The move between two squares without castling, not tested for check: a move, -1 for none, or ASK_GENERATOR. */
export function stepByWays(position: Position, lookups: Lookups, ways: PairTable, from: number, to: number): number {
  const code = position.cells[BOARD + from]!;
  const origins = lookups.origins[2 * (code * position.tables.size + to) + (from >> 5)]!;
  return (origins & (1 << from)) === 0 ? NONE : moveByWay(position, ways, code, from, to);
}

const NONE = -1;
const SEVERAL = -2;

/** The move of the piece of this code between two squares, not tested for check; -1 if it cannot move so. */
function moveByWay(position: Position, ways: PairTable, code: number, from: number, to: number): number {
  const { cells, tables } = position;
  const target = cells[BOARD + to]!;
  if (target !== 0 && ((target ^ code) & 1) === 0) return NONE;
  const way = 2 * (to * tables.size + from);
  const low = ways.between[way]! & (cells[OCCUPIED]! | cells[OCCUPIED + 2]!);
  const high = ways.between[way + 1]! & (cells[OCCUPIED + 1]! | cells[OCCUPIED + 3]!);
  if ((low | high) !== 0) return NONE;
  const move = (from << 8) | to;
  if (ways.isPlain[code] === 1) return move;
  const kind = ways.kinds[(to * tables.codes + code) * tables.size + from]!;
  if ((kind & WAY_PROMOTES) !== 0) return ASK_GENERATOR;
  if ((kind & WAY_FREE) !== 0) return move;
  if (target !== 0) return (kind & WAY_ONTO_ENEMY) !== 0 ? move : NONE;
  if ((kind & WAY_ONTO_EMPTY) !== 0) return move;
  if ((kind & WAY_DOUBLE_STEP) !== 0) return move | FLAG_DOUBLE_STEP;
  return (kind & WAY_EN_PASSANT) !== 0 && cells[PASSED] === to ? move | FLAG_EN_PASSANT : NONE;
}

/** Whether the only royal piece of this colour is not attacked after a move other than a promotion. */
export function isSafeByWays(position: Position, ways: PairTable, us: number, move: number): boolean {
  if ((move & FLAG_MASK) === FLAG_EN_PASSANT) return isLegalByTrial(position, move);
  const from = (move >> 8) & 255;
  const to = move & 255;
  const { tables, cells } = position;
  const { size } = tables;
  const { captors, between, near } = ways;
  const stands = cells[ROYAL + us]!;
  const royal = stands === from ? to : stands;
  let allLow = cells[OCCUPIED]! | cells[OCCUPIED + 2]!;
  let allHigh = cells[OCCUPIED + 1]! | cells[OCCUPIED + 3]!;
  let low = near[2 * royal]! & cells[OCCUPIED + 2 - us * 2]!;
  let high = near[2 * royal + 1]! & cells[OCCUPIED + 3 - us * 2]!;
  if (from < 32) allLow &= ~(1 << from);
  else allHigh &= ~(1 << from);
  if (to < 32) {
    allLow |= 1 << to;
    low &= ~(1 << to);
  } else {
    allHigh |= 1 << to;
    high &= ~(1 << to);
  }
  while (low !== 0) {
    const enemy = 31 - Math.clz32(low);
    const bit = 1 << enemy;
    low ^= bit;
    if ((captors[2 * (cells[BOARD + enemy]! * size + royal)]! & bit) === 0) continue;
    const way = 2 * (royal * size + enemy);
    if (((between[way]! & allLow) | (between[way + 1]! & allHigh)) === 0) return false;
  }
  while (high !== 0) {
    const enemy = 63 - Math.clz32(high);
    const bit = 1 << enemy;
    high ^= bit;
    if ((captors[2 * (cells[BOARD + enemy]! * size + royal) + 1]! & bit) === 0) continue;
    const way = 2 * (royal * size + enemy);
    if (((between[way]! & allLow) | (between[way + 1]! & allHigh)) === 0) return false;
  }
  return true;
}
