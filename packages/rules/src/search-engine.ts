import { ATTACK_BITS, RECORD } from './compile/bitboard-tables.js';
import {
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  FLAG_CASTLE,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_MASK,
  FLAG_PROMOTE,
  LEAP_EMPTY,
  LEAP_ENEMY,
  PLAIN_OPS,
  RAY_EMPTY,
  RAY_ENEMY,
  ROLE_SHIFT,
} from './compile/codes.js';
import type { Tables } from './compile/tables.js';
import {
  BOARD,
  CHECKS,
  COUNT,
  COUNTS,
  HALFMOVES,
  HASH_HIGH,
  HASH_LOW,
  OCCUPIED,
  PLY,
  RIGHTS,
  ROYAL,
  ROYALS,
  TURN,
} from './engine/position.js';

/*
 * The engine's own functions for computer players that visit millions of positions. They change and read positions
 * in place, without the allocations of `SearchRules`.
 */
export { isAttacked, isInCheck } from './engine/attacks.js';
export { writeAttacks } from './engine/bitboard-moves.js';
export { generateCaptures, isCapture } from './engine/captures.js';
export { earlyEnd } from './engine/early-end.js';
export { generateUnended } from './engine/legal.js';
export { hasEnough } from './engine/material.js';
export { playPass, undoPass } from './engine/play.js';

/** Where the numbers of a position lie in `cells`; colour 1 follows colour 0 where there are two. */
export const CELLS = {
  turn: TURN,
  rights: RIGHTS,
  halfmoves: HALFMOVES,
  hashLow: HASH_LOW,
  hashHigh: HASH_HIGH,
  count: COUNT,
  royal: ROYAL,
  royals: ROYALS,
  checks: CHECKS,
  ply: PLY,
  occupied: OCCUPIED,
  counts: COUNTS,
  board: BOARD,
} as const;

/** The parts of a move: target square | origin << 8 | flag | role << roleShift (of a promotion or drop). */
export const MOVES = {
  flag: FLAG_MASK,
  enPassant: FLAG_EN_PASSANT,
  castle: FLAG_CASTLE,
  promote: FLAG_PROMOTE,
  drop: FLAG_DROP,
  roleShift: ROLE_SHIFT,
} as const;

/** In `bitboards.bits`: numbers per (code * size + square), and where the attacks on an empty board lie in them. */
export const BITS = { record: RECORD, attacks: ATTACK_BITS } as const;

/** Squares that a piece may reach on an empty board; with `slides`, the first piece on the way stops it. */
export type Path = {
  readonly slides: boolean;
  readonly onto: 'free' | 'empty' | 'enemy';
  readonly squares: readonly number[];
};

/** The paths of a piece code from a square; without castling, drops, double steps and en passant. */
export function pathsOf({ program, programAt, size }: Tables, code: number, square: number): readonly Path[] {
  const paths: Path[] = [];
  for (let i = programAt[code * size + square]!; program[i] !== END; i += 2 + program[i + 1]!) {
    const op = program[i]! & (PLAIN_OPS - 1);
    if (op === DOUBLE_STEP || op === EN_PASSANT) continue;
    paths.push({
      slides: op % 2 === 1,
      onto: op === RAY_EMPTY || op === LEAP_EMPTY ? 'empty' : op === RAY_ENEMY || op === LEAP_ENEMY ? 'enemy' : 'free',
      squares: Array.from(program.subarray(i + 2, i + 2 + program[i + 1]!)),
    });
  }
  return paths;
}
