import type { Geometry } from '../geometry.js';
import {
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  LEAP_EMPTY,
  LEAP_ENEMY,
  LEAP_FREE,
  MAY_PROMOTE,
  RAY_EMPTY,
  RAY_ENEMY,
  RAY_FREE,
} from './codes.js';
import { magicLines } from './magic-lines.js';
import type { AttackTables, BitboardTables } from './tables.js';

type Input = {
  readonly geometry: Geometry;
  readonly codes: number;
  readonly program: Uint16Array;
  readonly programAt: Int32Array;
  readonly attacks: AttackTables;
  readonly promotes: Uint8Array;
};

/** Numbers per (piece, square) record. A set of squares takes two numbers: low half, high half. */
export const RECORD = 16;
export const LEAP_FREE_BITS = 0;
export const LEAP_EMPTY_BITS = 2;
export const LEAP_ENEMY_BITS = 4;
/** Bit flags (`HAS_…`, `PROMOTES`, `NO_FREE_MOVES`) for what is not a free leap or line; 0 for most pieces. */
export const SPECIAL = 6;
/** Index of the first line, end of the lines that may capture or not, end of the quiet-only and capture-only lines. */
export const LINE_FROM = 7;
export const LINE_END = 8;
export const SPLIT_LINE_END = 9;
/** The two squares of a double step (both must be empty) and the number of its target square. */
export const DOUBLE_BITS = 10;
export const DOUBLE_TO = 12;
/** Squares the piece attacks on an otherwise empty board. */
export const ATTACK_BITS = 13;

export const HAS_SPLIT_LEAPS = 1;
export const HAS_DOUBLE_STEP = 2;
export const HAS_EN_PASSANT = 4;
export const PROMOTES = 8;
export const HAS_SPLIT_LINES = 16;
/** No free leaps and no free lines, as for a pawn. */
export const NO_FREE_MOVES = 32;
export const HAS_LINES = 64;
/** Mask of all SPECIAL flags but HAS_LINES: the piece has more than free leaps and lines. */
export const SPECIAL_MASK = 63;

/** Numbers per line: mask low, mask high, magic low, magic high, shift, offset of its reachable sets, onto. */
export const LINE = 7;
export const LINE_ONTO = 6;
export const ONTO_FREE = 0;
export const ONTO_EMPTY = 1;
export const ONTO_ENEMY = 2;

/** Turns the move program into bitboards; null if the board has more than 64 squares or a movement has conditions. */
export function bitboardTables({
  geometry,
  codes,
  program,
  programAt,
  attacks,
  promotes,
}: Input): BitboardTables | null {
  const size = geometry.files * geometry.ranks;
  if (size > 64) return null;
  const records = new Int32Array(codes * size * RECORD);
  const lines: number[] = [];
  const magic = magicLines();
  let allFound = true;

  const pushLines = (from: number, rays: readonly (readonly number[])[], onto: number): number => {
    for (const line of pairRays(from, rays)) {
      const found = allFound ? magic.recordOf(line) : null;
      if (found === null) allFound = false;
      else lines.push(...found, onto);
    }
    return records.length + lines.length;
  };

  for (let at = 2 * size; at < codes * size; at++) {
    const record = at * RECORD;
    const rays: { [onto in 0 | 1 | 2]: number[][] } = { 0: [], 1: [], 2: [] };
    let special = 0;
    for (let i = programAt[at]!; program[i] !== END; i += 2 + program[i + 1]!) {
      const op = program[i]! & ~MAY_PROMOTE;
      const squares = listOf(program, i + 2, program[i + 1]!);
      if ((program[i]! & MAY_PROMOTE) !== 0) special |= PROMOTES;
      switch (op) {
        case LEAP_FREE:
          addBits(records, record + LEAP_FREE_BITS, squares);
          addBits(records, record + ATTACK_BITS, squares);
          break;
        case LEAP_EMPTY:
          addBits(records, record + LEAP_EMPTY_BITS, squares);
          special |= HAS_SPLIT_LEAPS;
          break;
        case LEAP_ENEMY:
          addBits(records, record + LEAP_ENEMY_BITS, squares);
          addBits(records, record + ATTACK_BITS, squares);
          special |= HAS_SPLIT_LEAPS;
          break;
        case DOUBLE_STEP:
          if ((special & HAS_DOUBLE_STEP) !== 0) return null;
          addBits(records, record + DOUBLE_BITS, squares);
          records[record + DOUBLE_TO] = squares[1]!;
          special |= HAS_DOUBLE_STEP;
          break;
        case EN_PASSANT:
          special |= HAS_EN_PASSANT;
          break;
        case RAY_FREE:
          rays[ONTO_FREE].push(squares);
          addBits(records, record + ATTACK_BITS, squares);
          break;
        case RAY_EMPTY:
          rays[ONTO_EMPTY].push(squares);
          special |= HAS_SPLIT_LINES;
          break;
        case RAY_ENEMY:
          rays[ONTO_ENEMY].push(squares);
          addBits(records, record + ATTACK_BITS, squares);
          special |= HAS_SPLIT_LINES;
          break;
        default:
          return null;
      }
    }
    if ((records[record]! | records[record + 1]!) === 0 && rays[ONTO_FREE].length === 0) special |= NO_FREE_MOVES;
    if (rays[ONTO_FREE].length + rays[ONTO_EMPTY].length + rays[ONTO_ENEMY].length > 0) special |= HAS_LINES;
    records[record + SPECIAL] = special;
    records[record + LINE_FROM] = records.length + lines.length;
    records[record + LINE_END] = pushLines(at % size, rays[ONTO_FREE], ONTO_FREE);
    pushLines(at % size, rays[ONTO_EMPTY], ONTO_EMPTY);
    records[record + SPLIT_LINE_END] = pushLines(at % size, rays[ONTO_ENEMY], ONTO_ENEMY);
  }

  if (!allFound) return null;

  const zone = new Int32Array(2 * codes);
  for (let code = 2; code < codes; code++) {
    for (let square = 0; square < size; square++)
      if (promotes[code * size + square] !== 0) addBits(zone, 2 * code, [square]);
  }
  return { bits: joinTables(records, lines, magic.table()), zone, ...neighbourhoods(size, codes, attacks) };
}

/** Joins everything into one array and shifts the offsets of the reachable sets behind records and lines. */
function joinTables(records: Int32Array, lines: readonly number[], reachable: Int32Array): Int32Array {
  const before = records.length + lines.length;
  const bits = new Int32Array(before + reachable.length);
  bits.set(records);
  bits.set(lines, records.length);
  for (let line = records.length; line < before; line += LINE) bits[line + 5]! += before;
  bits.set(reachable, before);
  return bits;
}

/** Copies a slice into an array, avoiding the iterator of `Array.from`. */
function listOf(program: Uint16Array, at: number, length: number): number[] {
  const list: number[] = [];
  for (let i = at; i < at + length; i++) list.push(program[i]!);
  return list;
}

/** Adds squares to a set: squares below 32 at `at`, the rest at `at + 1`. */
function addBits(table: Int32Array, at: number, squares: readonly number[]): void {
  for (const square of squares) table[at + (square >> 5)]! |= 1 << square;
}

/** Pairs opposite rays into one line, which halves the look-ups and spaces the squares evenly. */
function pairRays(from: number, rays: readonly (readonly number[])[]): readonly (readonly (readonly number[])[])[] {
  const left = [...rays];
  const lines: (readonly number[])[][] = [];
  for (let ray = left.shift(); ray !== undefined; ray = left.shift()) {
    const first = ray[0]!;
    const opposite = left.findIndex((other) => other[0]! - from === from - first);
    lines.push(opposite < 0 ? [ray] : [ray, ...left.splice(opposite, 1)]);
  }
  return lines;
}

/** Numbers per ordered pair of squares. */
export const PAIR = 4;
export const PAIR_WAY = 0;
export const PAIR_DISTANCE = 1;
export const PAIR_BETWEEN = 2;

/** Converts the attack tables to bitboards per square; a leap counts as a way of distance one. */
function neighbourhoods(
  size: number,
  codes: number,
  attacks: AttackTables,
): Pick<BitboardTables, 'near' | 'pairs' | 'ways' | 'threats'> {
  const near = new Int32Array(2 * size);
  const pairs = new Int32Array(size * size * PAIR);
  for (let square = 0; square < size; square++) {
    const join = (other: number, way: number, distance: number, between: readonly number[]): void => {
      const pair = (square * size + other) * PAIR;
      addBits(near, 2 * square, [other]);
      pairs[pair + PAIR_WAY] = way;
      pairs[pair + PAIR_DISTANCE] = distance;
      addBits(pairs, pair + PAIR_BETWEEN, between);
    };
    for (let line = 0, i = attacks.lineAt[square]!; line < attacks.lines; line++) {
      const squares = listOf(attacks.lineSquares, i + 1, attacks.lineSquares[i]!);
      squares.forEach((other, k) => {
        join(other, line, k + 1, squares.slice(0, k));
      });
      i += 1 + squares.length;
    }
    for (let group = 0, i = attacks.leapAt[square]!; group < attacks.leapGroups; group++) {
      const end = i + 1 + attacks.leapOrigins[i]!;
      for (i++; i < end; i++) join(attacks.leapOrigins[i]!, attacks.lines + group, 1, []);
    }
  }
  const ways = attacks.lines + attacks.leapGroups;
  const threats = new Uint8Array(2 * ways * codes);
  for (let color = 0; color < 2; color++) {
    const row = color * ways * codes;
    threats.set(attacks.reach.subarray(color * attacks.lines * codes, (color + 1) * attacks.lines * codes), row);
    threats.set(
      attacks.leaps.subarray(color * attacks.leapGroups * codes, (color + 1) * attacks.leapGroups * codes),
      row + attacks.lines * codes,
    );
  }
  return { near, pairs, ways, threats };
}
