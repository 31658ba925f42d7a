import {
  ATTACK_BITS,
  DOUBLE_BITS,
  DOUBLE_TO,
  HAS_DOUBLE_STEP,
  HAS_EN_PASSANT,
  HAS_LINES,
  HAS_SPLIT_LINES,
  LEAP_EMPTY_BITS,
  LEAP_ENEMY_BITS,
  LINE,
  LINE_END,
  LINE_FROM,
  LINE_ONTO,
  NO_FREE_MOVES,
  ONTO_EMPTY,
  ONTO_ENEMY,
  PAIR,
  PAIR_BETWEEN,
  PAIR_DISTANCE,
  PAIR_WAY,
  PROMOTES,
  RECORD,
  SPECIAL,
  SPECIAL_MASK,
  SPLIT_LINE_END,
} from '../compile/bitboard-tables.js';
import {
  FLAG_CASTLE,
  FLAG_DOUBLE_STEP,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_PROMOTE,
  pieceCode,
  ROLE_SHIFT,
  roleOfCode,
} from '../compile/codes.js';
import type { BitboardTables } from '../compile/tables.js';
import { isLegalByTrial } from './play.js';
import { BOARD, OCCUPIED, PASSED, type Position, RIGHTS, ROYAL, TURN } from './position.js';
import { castlingMoves, isExposedByPartner } from './pseudo.js';

/*
 * Move generation on boards of up to 64 squares, where a set of squares is two 32-bit halves. Functions pass sets in
 * the variables below, because allocating a pair of numbers would cost more than the work on it.
 */

/** Squares that end a check by blocking or capturing; all squares if there is no check. */
let escapesLow = -1;
let escapesHigh = -1;
let pinnedLow = 0;
let pinnedHigh = 0;
/** Per pinned square: the squares its piece may still go to. */
const pinLow = new Int32Array(64);
const pinHigh = new Int32Array(64);
/** The set that the functions below return, or take where they say so. */
let setLow = 0;
let setHigh = 0;

/** Tasks of the generator: write the moves, count them, or stop at the first piece that has some. */
export const WRITE = 0;
export const COUNT = 1;
export const FIND = 2;

/** Writes all moves without testing for check. */
export function generateByBitboard(position: Position, bitboards: BitboardTables, out: Int32Array, at: number): number {
  escapesLow = -1;
  escapesHigh = -1;
  pinnedLow = 0;
  pinnedHigh = 0;
  at = pieceMovesByBits(position, bitboards, -1, WRITE, out, at);
  if (position.state[RIGHTS] !== 0) at = castlingMoves(position, out, at);
  return position.tables.hasDrops ? drops(position, WRITE, out, at) : at;
}

/**
 * Legal moves of a side with one royal piece. Enemies on its lines and leaps show checks and pins; the squares that the
 * enemy attacks limit its own moves. Returns the new end for WRITE, otherwise the number of moves found.
 */
export function generateBitboardAroundPins(
  position: Position,
  bitboards: BitboardTables,
  task: number,
  out: Int32Array,
  at: number,
): number {
  const { tables, state, occupied } = position;
  const us = state[TURN]!;
  const royal = state[ROYAL + us]!;
  const checkers = findCheckersAndPins(position, bitboards, royal, us);
  if (checkers < 2) {
    at = pieceMovesByBits(position, bitboards, royal, task, out, at);
    if (task === FIND && at > 0) return at;
    if (tables.hasDrops) at = drops(position, task, out, at);
  }

  royalTargets(position, bitboards, royal);
  let low = setLow & ~occupied[us * 2]!;
  let high = setHigh & ~occupied[us * 2 + 1]!;
  const rights = checkers === 0 ? openCastles(position, us) : 0;
  if ((low | high | rights) !== 0) {
    // Including the paths of both castlings costs nothing, even if only one is possible.
    const { castleWays } = position;
    const wantedLow = rights === 0 ? low : low | castleWays[8 * us + 2]! | castleWays[8 * us + 6]!;
    const wantedHigh = rights === 0 ? high : high | castleWays[8 * us + 3]! | castleWays[8 * us + 7]!;
    findDanger(position, bitboards, us ^ 1, royal, wantedLow, wantedHigh);
    low &= ~setLow;
    high &= ~setHigh;
    if (task !== WRITE) at += popcount(low, high);
    else at = emit(royal << 8, low, high, out, at);
    if (rights !== 0) at = castlesByBits(position, us, rights, royal, task, out, at);
  }
  return at;
}

/**
 * Legal captures of a side with one royal piece, and its moves into a promotion zone of any of its pieces; the caller
 * removes the quiet moves among the latter.
 */
export function generateBitboardCaptures(
  position: Position,
  bitboards: BitboardTables,
  out: Int32Array,
  at: number,
): number {
  const { tables, state, occupied } = position;
  const us = state[TURN]!;
  const royal = state[ROYAL + us]!;
  const theirLow = occupied[2 - us * 2]!;
  const theirHigh = occupied[3 - us * 2]!;
  if (findCheckersAndPins(position, bitboards, royal, us) < 2) {
    let wantedLow = theirLow;
    let wantedHigh = theirHigh;
    for (let code = 2 + us; code < tables.codes; code += 2) {
      wantedLow |= bitboards.zone[2 * code]!;
      wantedHigh |= bitboards.zone[2 * code + 1]!;
    }
    escapesLow &= wantedLow;
    escapesHigh &= wantedHigh;
    at = pieceMovesByBits(position, bitboards, royal, WRITE, out, at);
  }
  royalTargets(position, bitboards, royal);
  const low = setLow & theirLow;
  const high = setHigh & theirHigh;
  if ((low | high) === 0) return at;
  findDanger(position, bitboards, us ^ 1, royal, low, high);
  return emit(royal << 8, low & ~setLow, high & ~setHigh, out, at);
}

/** Writes the squares that the piece on `square` attacks into `out`: the low half, then the high half. */
export function writeAttacks(position: Position, bitboards: BitboardTables, square: number, out: Int32Array): void {
  const { cells, tables } = position;
  const { bits } = bitboards;
  const record = (cells[BOARD + square]! * tables.size + square) * RECORD;
  let low = bits[record]! | bits[record + LEAP_ENEMY_BITS]!;
  let high = bits[record + 1]! | bits[record + LEAP_ENEMY_BITS + 1]!;
  if ((bits[record + SPECIAL]! & (HAS_LINES | HAS_SPLIT_LINES)) !== 0) {
    const allLow = cells[OCCUPIED]! | cells[OCCUPIED + 2]!;
    const allHigh = cells[OCCUPIED + 1]! | cells[OCCUPIED + 3]!;
    const end = bits[record + SPLIT_LINE_END]!;
    for (let i = bits[record + LINE_FROM]!; i < end; i += LINE) {
      if (bits[i + LINE_ONTO] === ONTO_EMPTY) continue;
      const index =
        (Math.imul(allLow & bits[i]!, bits[i + 2]!) ^ Math.imul(allHigh & bits[i + 1]!, bits[i + 3]!)) >>> bits[i + 4]!;
      const reached = bits[i + 5]! + 2 * index;
      low |= bits[reached]!;
      high |= bits[reached + 1]!;
    }
  }
  out[0] = low;
  out[1] = high;
}

function findCheckersAndPins(position: Position, bitboards: BitboardTables, royal: number, us: number): number {
  const { cells } = position;
  const { size, codes } = position.tables;
  const { near, pairs, threats } = bitboards;
  const them = us ^ 1;
  const ownLow = cells[OCCUPIED + us * 2]!;
  const ownHigh = cells[OCCUPIED + us * 2 + 1]!;
  const theirLow = cells[OCCUPIED + them * 2]!;
  const theirHigh = cells[OCCUPIED + them * 2 + 1]!;
  const threatRow = them * bitboards.ways * codes;
  let checkers = 0;
  escapesLow = -1;
  escapesHigh = -1;
  pinnedLow = 0;
  pinnedHigh = 0;
  for (let word = 0; word < 2; word++) {
    let left = near[2 * royal + word]! & (word === 0 ? theirLow : theirHigh);
    while (left !== 0) {
      const square = (word << 5) + 31 - Math.clz32(left & -left);
      left &= left - 1;
      const pair = (royal * size + square) * PAIR;
      const threat = threats[threatRow + pairs[pair + PAIR_WAY]! * codes + cells[BOARD + square]!]!;
      if (threat < pairs[pair + PAIR_DISTANCE]!) continue;
      const wayLow = pairs[pair + PAIR_BETWEEN]!;
      const wayHigh = pairs[pair + PAIR_BETWEEN + 1]!;
      const blockLow = wayLow & (ownLow | theirLow);
      const blockHigh = wayHigh & (ownHigh | theirHigh);
      if ((blockLow | blockHigh) === 0) {
        checkers++;
        escapesLow = square < 32 ? wayLow | (1 << square) : wayLow;
        escapesHigh = square < 32 ? wayHigh : wayHigh | (1 << square);
      } else if (isSingle(blockLow, blockHigh) && ((blockLow & ownLow) | (blockHigh & ownHigh)) !== 0) {
        const blocker = blockLow !== 0 ? 31 - Math.clz32(blockLow) : 63 - Math.clz32(blockHigh);
        pinnedLow |= blockLow;
        pinnedHigh |= blockHigh;
        pinLow[blocker] = square < 32 ? wayLow | (1 << square) : wayLow;
        pinHigh[blocker] = square < 32 ? wayHigh : wayHigh | (1 << square);
      }
    }
  }
  return checkers;
}

const isSingle = (low: number, high: number): boolean =>
  low === 0 ? (high & (high - 1)) === 0 : high === 0 && (low & (low - 1)) === 0;

/** The moves of all pieces but the royal one, limited by checks and pins. */
function pieceMovesByBits(
  position: Position,
  bitboards: BitboardTables,
  royal: number,
  task: number,
  out: Int32Array,
  at: number,
): number {
  const { cells } = position;
  const { size } = position.tables;
  const { bits } = bitboards;
  const us = cells[TURN]!;
  const ownLow = cells[OCCUPIED + us * 2]!;
  const ownHigh = cells[OCCUPIED + us * 2 + 1]!;
  const theirLow = cells[OCCUPIED + 2 - us * 2]!;
  const theirHigh = cells[OCCUPIED + 3 - us * 2]!;
  const allLow = ownLow | theirLow;
  const allHigh = ownHigh | theirHigh;
  const escapeLow = escapesLow;
  const escapeHigh = escapesHigh;
  const mayCaptureEnPassant = cells[PASSED]! >= 0 ? HAS_EN_PASSANT : 0;
  for (let word = 0; word < 2; word++) {
    let left = word === 0 ? ownLow : ownHigh;
    const pinned = word === 0 ? pinnedLow : pinnedHigh;
    while (left !== 0) {
      const bit = left & -left;
      const from = (word << 5) + 31 - Math.clz32(bit);
      left ^= bit;
      if (from === royal) continue;
      const record = (cells[BOARD + from]! * size + from) * RECORD;
      const special = bits[record + SPECIAL]!;
      let mayLow = escapeLow;
      let mayHigh = escapeHigh;
      if ((pinned & bit) !== 0) {
        mayLow &= pinLow[from]!;
        mayHigh &= pinHigh[from]!;
      }
      let low = 0;
      let high = 0;
      if ((special & NO_FREE_MOVES) === 0) {
        low = bits[record]!;
        high = bits[record + 1]!;
        const end = (special & HAS_LINES) === 0 ? 0 : bits[record + LINE_END]!;
        for (let i = end === 0 ? 0 : bits[record + LINE_FROM]!; i < end; i += LINE) {
          const index =
            (Math.imul(allLow & bits[i]!, bits[i + 2]!) ^ Math.imul(allHigh & bits[i + 1]!, bits[i + 3]!)) >>>
            bits[i + 4]!;
          const reached = bits[i + 5]! + 2 * index;
          low |= bits[reached]!;
          high |= bits[reached + 1]!;
        }
        low &= ~ownLow;
        high &= ~ownHigh;
      }
      if ((special & SPECIAL_MASK) !== 0) {
        low |= (bits[record + LEAP_EMPTY_BITS]! & ~allLow) | (bits[record + LEAP_ENEMY_BITS]! & theirLow);
        high |= (bits[record + LEAP_EMPTY_BITS + 1]! & ~allHigh) | (bits[record + LEAP_ENEMY_BITS + 1]! & theirHigh);
        if ((special & HAS_DOUBLE_STEP) !== 0) {
          if (((bits[record + DOUBLE_BITS]! & allLow) | (bits[record + DOUBLE_BITS + 1]! & allHigh)) === 0) {
            const to = bits[record + DOUBLE_TO]!;
            if (((to < 32 ? mayLow : mayHigh) & (1 << to)) !== 0) {
              if (task === WRITE) out[at] = (from << 8) | to | FLAG_DOUBLE_STEP;
              at++;
            }
          }
        }
        if ((special & mayCaptureEnPassant) !== 0) at = enPassantMoves(position, from, task, out, at);
        if ((special & (PROMOTES | HAS_SPLIT_LINES)) !== 0) {
          setLow = low;
          setHigh = high;
          at = rareMoves(position, bitboards, from, record, mayLow, mayHigh, task, out, at);
          continue;
        }
      }
      low &= mayLow;
      high &= mayHigh;
      if (task !== WRITE) {
        at += popcount(low, high);
        if (task === FIND && at > 0) return at;
      } else {
        const base = from << 8;
        while (low !== 0) {
          out[at++] = base | (31 - Math.clz32(low & -low));
          low &= low - 1;
        }
        while (high !== 0) {
          out[at++] = base | (63 - Math.clz32(high & -high));
          high &= high - 1;
        }
      }
    }
  }
  return at;
}

function enPassantMoves(position: Position, from: number, task: number, out: Int32Array, at: number): number {
  const { tables, state, board } = position;
  const passed = state[PASSED]!;
  const capturers = tables.enPassantCapturers[state[TURN]! * tables.size + passed]!;
  for (let i = 0; i < capturers.length; i += 2) {
    if (capturers[i + 1] !== from || capturers[i] !== board[from]) continue;
    const move = (from << 8) | passed | FLAG_EN_PASSANT;
    if (tables.readsPins && !isLegalByTrial(position, move)) continue;
    if (task === WRITE) out[at] = move;
    at++;
  }
  return at;
}

/**
 * Moves of pieces that can promote here, or that slide differently for captures and quiet moves.
 * `setLow` and `setHigh` hold their other targets.
 */
function rareMoves(
  position: Position,
  bitboards: BitboardTables,
  from: number,
  record: number,
  mayLow: number,
  mayHigh: number,
  task: number,
  out: Int32Array,
  at: number,
): number {
  const { state, occupied, board } = position;
  const { bits, zone } = bitboards;
  let low = setLow;
  let high = setHigh;
  const us = state[TURN]!;
  const theirLow = occupied[2 - us * 2]!;
  const theirHigh = occupied[3 - us * 2]!;
  const allLow = occupied[us * 2]! | theirLow;
  const allHigh = occupied[us * 2 + 1]! | theirHigh;
  for (let i = bits[record + LINE_END]!; i < bits[record + SPLIT_LINE_END]!; i += LINE) {
    lookUp(bits, i, allLow, allHigh);
    low |= setLow & (bits[i + LINE_ONTO] === ONTO_EMPTY ? ~allLow : theirLow);
    high |= setHigh & (bits[i + LINE_ONTO] === ONTO_EMPTY ? ~allHigh : theirHigh);
  }
  low &= mayLow;
  high &= mayHigh;
  const code = board[from]!;
  const zoneLow = low & zone[2 * code]!;
  const zoneHigh = high & zone[2 * code + 1]!;
  low ^= zoneLow;
  high ^= zoneHigh;
  at = task !== WRITE ? at + popcount(low, high) : emit(from << 8, low, high, out, at);
  return (zoneLow | zoneHigh) === 0 ? at : promotions(position, from, zoneLow, zoneHigh, task, out, at);
}

function promotions(
  position: Position,
  from: number,
  low: number,
  high: number,
  task: number,
  out: Int32Array,
  at: number,
): number {
  const { tables, board, counts } = position;
  const code = board[from]!;
  const roles = tables.promotesTo[roleOfCode(code)]!;
  while ((low | high) !== 0) {
    const to = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(high & -high);
    if (low !== 0) low &= low - 1;
    else high &= high - 1;
    const base = (from << 8) | to;
    if (tables.promotes[code * tables.size + to] === 2) {
      if (task === WRITE) out[at] = base;
      at++;
    }
    for (let i = 0; i < roles.length; i++) {
      const role = roles[i]!;
      const promoted = pieceCode(role, code & 1);
      if (tables.promotesOnlyToCaptured && counts[promoted]! >= tables.startCounts[promoted]!) continue;
      if (task === WRITE) out[at] = base | FLAG_PROMOTE | (role << ROLE_SHIFT);
      at++;
    }
  }
  return at;
}

function drops(position: Position, task: number, out: Int32Array, at: number): number {
  const { tables, board, pockets, state } = position;
  const us = state[TURN]!;
  const roles = tables.roles.length;
  for (let role = 0; role < roles; role++) {
    const squares = tables.drops[us * roles + role];
    if (!squares || pockets[us * roles + role] === 0) continue;
    for (let to = 0; to < tables.size; to++) {
      if (board[to] !== 0 || squares[to] === 0 || ((to < 32 ? escapesLow : escapesHigh) & (1 << to)) === 0) continue;
      if (task === WRITE) out[at] = (to << 8) | to | FLAG_DROP | (role << ROLE_SHIFT);
      at++;
    }
  }
  return at;
}

/** Castling rights whose path is empty: bit 1 for king's side, bit 2 for queen's side. */
function openCastles(position: Position, us: number): number {
  const { state, occupied, castleWays } = position;
  const rights = (state[RIGHTS]! >> (us * 2)) & 3;
  if (rights === 0) return 0;
  const allLow = occupied[0]! | occupied[2]!;
  const allHigh = occupied[1]! | occupied[3]!;
  const way = us * 8;
  let open = 0;
  if ((rights & 1) !== 0 && ((castleWays[way]! & allLow) | (castleWays[way + 1]! & allHigh)) === 0) open = 1;
  if ((rights & 2) !== 0 && ((castleWays[way + 4]! & allLow) | (castleWays[way + 5]! & allHigh)) === 0) open |= 2;
  return open;
}

/** Castling moves whose path is not attacked; `setLow` and `setHigh` hold the attacked squares. */
function castlesByBits(
  position: Position,
  us: number,
  open: number,
  royal: number,
  task: number,
  out: Int32Array,
  at: number,
): number {
  const { castleWays, partnerFrom } = position;
  for (let side = 0; side < 2; side++) {
    if ((open & (1 << side)) === 0) continue;
    const right = us * 2 + side;
    if (((castleWays[4 * right + 2]! & setLow) | (castleWays[4 * right + 3]! & setHigh)) !== 0) continue;
    if (isExposedByPartner(position, right)) continue;
    if (task === WRITE) out[at] = (royal << 8) | partnerFrom[right]! | FLAG_CASTLE;
    at++;
  }
  return at;
}

/**
 * Collects the squares that a colour attacks, ignoring the royal piece on `without`, which cannot block its own escape.
 * The result is complete only within `wanted`: pieces that reach none of it are skipped.
 */
function findDanger(
  position: Position,
  bitboards: BitboardTables,
  by: number,
  without: number,
  wantedLow: number,
  wantedHigh: number,
): void {
  const { cells } = position;
  const { size } = position.tables;
  const { bits } = bitboards;
  let allLow = cells[OCCUPIED]! | cells[OCCUPIED + 2]!;
  let allHigh = cells[OCCUPIED + 1]! | cells[OCCUPIED + 3]!;
  if (without < 32) allLow ^= 1 << without;
  else allHigh ^= 1 << without;
  let low = 0;
  let high = 0;
  for (let word = 0; word < 2; word++) {
    let left = cells[OCCUPIED + by * 2 + word]!;
    while (left !== 0) {
      const square = (word << 5) + 31 - Math.clz32(left & -left);
      left &= left - 1;
      const record = (cells[BOARD + square]! * size + square) * RECORD;
      const attackLow = bits[record + ATTACK_BITS]!;
      const attackHigh = bits[record + ATTACK_BITS + 1]!;
      if ((bits[record + SPECIAL]! & HAS_LINES) === 0) {
        low |= attackLow;
        high |= attackHigh;
        continue;
      }
      if (((attackLow & wantedLow) | (attackHigh & wantedHigh)) === 0) continue;
      const first = bits[record + LINE_FROM]!;
      const end = bits[record + SPLIT_LINE_END]!;
      low |= bits[record]! | bits[record + LEAP_ENEMY_BITS]!;
      high |= bits[record + 1]! | bits[record + LEAP_ENEMY_BITS + 1]!;
      for (let i = first; i < end; i += LINE) {
        if (bits[i + LINE_ONTO] === ONTO_EMPTY) continue;
        const index =
          (Math.imul(allLow & bits[i]!, bits[i + 2]!) ^ Math.imul(allHigh & bits[i + 1]!, bits[i + 3]!)) >>>
          bits[i + 4]!;
        const reached = bits[i + 5]! + 2 * index;
        low |= bits[reached]!;
        high |= bits[reached + 1]!;
      }
    }
  }
  setLow = low;
  setHigh = high;
}

/** Collects the targets of the royal piece, ignoring attacks and including squares of its own pieces. */
function royalTargets(position: Position, bitboards: BitboardTables, from: number): void {
  const { board, occupied } = position;
  const { bits } = bitboards;
  const record = (board[from]! * position.tables.size + from) * RECORD;
  const allLow = occupied[0]! | occupied[2]!;
  const allHigh = occupied[1]! | occupied[3]!;
  let low = bits[record]! | (bits[record + LEAP_EMPTY_BITS]! & ~allLow) | (bits[record + LEAP_ENEMY_BITS]! & allLow);
  let high =
    bits[record + 1]! |
    (bits[record + LEAP_EMPTY_BITS + 1]! & ~allHigh) |
    (bits[record + LEAP_ENEMY_BITS + 1]! & allHigh);
  for (let i = bits[record + LINE_FROM]!; i < bits[record + SPLIT_LINE_END]!; i += LINE) {
    lookUp(bits, i, allLow, allHigh);
    const onto = bits[i + LINE_ONTO];
    low |= setLow & (onto === ONTO_EMPTY ? ~allLow : onto === ONTO_ENEMY ? allLow : -1);
    high |= setHigh & (onto === ONTO_EMPTY ? ~allHigh : onto === ONTO_ENEMY ? allHigh : -1);
  }
  setLow = low;
  setHigh = high;
}

function lookUp(bits: Int32Array, i: number, allLow: number, allHigh: number): void {
  const index =
    (Math.imul(allLow & bits[i]!, bits[i + 2]!) ^ Math.imul(allHigh & bits[i + 1]!, bits[i + 3]!)) >>> bits[i + 4]!;
  const reached = bits[i + 5]! + 2 * index;
  setLow = bits[reached]!;
  setHigh = bits[reached + 1]!;
}

function emit(base: number, low: number, high: number, out: Int32Array, at: number): number {
  while (low !== 0) {
    out[at++] = base | (31 - Math.clz32(low & -low));
    low &= low - 1;
  }
  while (high !== 0) {
    out[at++] = base | (63 - Math.clz32(high & -high));
    high &= high - 1;
  }
  return at;
}

/** The number of squares in a set. */
function popcount(low: number, high: number): number {
  low -= (low >>> 1) & 0x55555555;
  high -= (high >>> 1) & 0x55555555;
  low = (low & 0x33333333) + ((low >>> 2) & 0x33333333);
  high = (high & 0x33333333) + ((high >>> 2) & 0x33333333);
  return Math.imul(((low + (low >>> 4)) & 0x0f0f0f0f) + ((high + (high >>> 4)) & 0x0f0f0f0f), 0x01010101) >>> 24;
}
