import { PAIR, PAIR_BETWEEN, PAIR_DISTANCE, PAIR_WAY } from '../compile/bitboard-tables.js';
import type { BitboardTables } from '../compile/tables.js';
import { BOARD, OCCUPIED, type Position, ROYAL, ROYALS } from './position.js';

/** Whether a piece of colour `by` could capture on the square if it were occupied. */
export function isAttacked(position: Position, square: number, by: number): boolean {
  const { board } = position;
  const { codes, attacks } = position.tables;
  const { lines, lineSquares, reach, leapGroups, leapOrigins, leaps } = attacks;
  let at = attacks.lineAt[square]!;
  let row = by * lines * codes;
  for (let line = 0; line < lines; line++) {
    const first = at + 1;
    const end = first + lineSquares[at]!;
    let i = first;
    while (i < end) {
      const code = board[lineSquares[i]!]!;
      i++;
      if (code !== 0) {
        if (reach[row + code]! >= i - first) return true;
        break;
      }
    }
    at = end;
    row += codes;
  }
  at = attacks.leapAt[square]!;
  row = by * leapGroups * codes;
  for (let group = 0; group < leapGroups; group++) {
    const end = at + 1 + leapOrigins[at]!;
    for (let i = at + 1; i < end; i++) {
      if (leaps[row + board[leapOrigins[i]!]!] === 1) return true;
    }
    at = end;
    row += codes;
  }
  return attacks.irregularAttacks.length > 0 && isAttackedIrregularly(position, square, by);
}

/** Attacks that differ from square to square: tables, and captures from certain ranks only. */
function isAttackedIrregularly(position: Position, square: number, by: number): boolean {
  const { board, unmoved } = position;
  const { irregularAttacks, irregularAt } = position.tables.attacks;
  for (let at = irregularAt[square]!; irregularAttacks[at] !== 0; at += 4 + irregularAttacks[at + 3]!) {
    const code = irregularAttacks[at]!;
    const origin = irregularAttacks[at + 1]!;
    if ((code & 1) !== by || board[origin] !== code) continue;
    if (irregularAttacks[at + 2] === 1 && unmoved[origin] === 0) continue;
    const end = at + 4 + irregularAttacks[at + 3]!;
    let i = at + 4;
    while (i < end && board[irregularAttacks[i]!] === 0) i++;
    if (i === end) return true;
  }
  return false;
}

/** Whether a piece can capture here without exploding its own royal piece. */
export function isThreatened(position: Position, square: number, by: number): boolean {
  const { blast } = position.tables;
  if (blast !== null && blowsUpRoyal(position, blast[square]!, by)) return false;
  return isAttacked(position, square, by);
}

/** Whether a royal piece of this colour stands on one of these squares and would explode. */
function blowsUpRoyal({ tables, state, board }: Position, around: Uint8Array, color: number): boolean {
  const royals = state[ROYALS + color]!;
  if (royals === 0 || (royals === 1 && !around.includes(state[ROYAL + color]!))) return false;
  return around.some((square) => {
    const code = board[square]!;
    return code !== 0 && (code & 1) === color && tables.isRoyal[code] === 1 && tables.blastSpares[code] === 0;
  });
}

/** Whether a royal piece of this colour is attacked. */
export function isInCheck(position: Position, color: number): boolean {
  const { tables, cells } = position;
  if (cells[ROYALS + color] !== 1) return checkedRoyals(position, color).length > 0;
  const royal = cells[ROYAL + color]!;
  return tables.readsPins && tables.bitboards !== null
    ? isAttackedNearby(position, tables.bitboards, royal, color ^ 1)
    : isThreatened(position, royal, color ^ 1);
}

/**
 * A faster `isAttacked`: it tests only the few enemies on a line or leap of the square instead of walking all lines.
 * Valid if all attacks are regular.
 */
function isAttackedNearby({ tables, cells }: Position, bitboards: BitboardTables, square: number, by: number): boolean {
  const { size, codes } = tables;
  const { near, pairs, threats, ways } = bitboards;
  const allLow = cells[OCCUPIED]! | cells[OCCUPIED + 2]!;
  const allHigh = cells[OCCUPIED + 1]! | cells[OCCUPIED + 3]!;
  for (let word = 0; word < 2; word++) {
    for (let left = near[2 * square + word]! & cells[OCCUPIED + 2 * by + word]!; left !== 0; left &= left - 1) {
      const other = (word << 5) + 31 - Math.clz32(left & -left);
      const pair = (square * size + other) * PAIR;
      const threat = threats[(by * ways + pairs[pair + PAIR_WAY]!) * codes + cells[BOARD + other]!]!;
      if (threat < pairs[pair + PAIR_DISTANCE]!) continue;
      if (((pairs[pair + PAIR_BETWEEN]! & allLow) | (pairs[pair + PAIR_BETWEEN + 1]! & allHigh)) === 0) return true;
    }
  }
  return false;
}

const NO_SQUARES: readonly number[] = [];

/** The squares of the attacked royal pieces of a colour. */
export function checkedRoyals(position: Position, color: number): readonly number[] {
  const { tables, cells } = position;
  if (cells[ROYALS + color] === 0) return NO_SQUARES;
  if (cells[ROYALS + color] === 1) return isInCheck(position, color) ? [cells[ROYAL + color]!] : NO_SQUARES;
  const squares: number[] = [];
  for (let square = 0; square < tables.size; square++) {
    const code = cells[BOARD + square]!;
    if (code !== 0 && (code & 1) === color && tables.isRoyal[code] && isThreatened(position, square, color ^ 1))
      squares.push(square);
  }
  return squares;
}
