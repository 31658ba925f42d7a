import {
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  LEAP_EMPTY,
  LEAP_ENEMY,
  LEAP_FREE,
  MAY_PROMOTE,
  RAY_FREE,
} from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';

/** How a piece can move from one square to another, as bits; 0 if it cannot. */
export const WAY_FREE = 1;
export const WAY_ONTO_EMPTY = 2;
export const WAY_ONTO_ENEMY = 4;
export const WAY_DOUBLE_STEP = 8;
export const WAY_EN_PASSANT = 16;
/** The move promotes, so there are several moves between these squares. */
export const WAY_PROMOTES = 32;

/**
 * The move program indexed by target and origin. The target comes first, because look-ups for one target (all pieces
 * that reach it, all that attack the king) are then adjacent in memory. A set of squares takes two numbers, low and
 * high.
 */
export type PairTable = {
  /** Index: (to * codes + code) * size + from. */
  readonly kinds: Uint8Array;
  /** By code: 1 if the piece may land on an empty or enemy square in all its ways, so that `kinds` need not be read. */
  readonly isPlain: Uint8Array;
  /** At 2 * (to * size + from): the squares that must be empty. */
  readonly between: Int32Array;
  /** At 2 * (code * size + to): the squares from which the piece could capture there. */
  readonly captors: Int32Array;
  /** At 2 * to: the squares from which any piece could capture there. */
  readonly near: Int32Array;
};

/**
 * Builds the table if it describes moves completely: up to 64 squares, movements without conditions, at most one path
 * between two squares, and no restriction other than no-self-check. Null otherwise.
 */
export function pairTableOf(tables: Tables): PairTable | null {
  const { size, codes, program, programAt, promotes } = tables;
  if (size > 64 || !tables.readsPins || tables.noCheck || tables.mustCapture) return null;
  const kinds = new Uint8Array(size * codes * size);
  const isPlain = new Uint8Array(codes).fill(1);
  const between = new Int32Array(2 * size * size);
  const captors = new Int32Array(2 * codes * size);
  const near = new Int32Array(2 * size);
  const known = new Uint8Array(size * size);
  for (let code = 2; code < codes; code++) {
    for (let from = 0; from < size; from++) {
      for (let i = programAt[code * size + from]!; program[i] !== END; i += 2 + program[i + 1]!) {
        const op = program[i]! & ~MAY_PROMOTE;
        const kind = KINDS[op];
        if (kind === undefined) return null;
        const isRay = op === RAY_FREE || op === DOUBLE_STEP;
        let low = 0;
        let high = 0;
        for (let k = i + 2; k < i + 2 + program[i + 1]!; k++) {
          const to = program[k]!;
          if (kind !== WAY_DOUBLE_STEP || k === i + 3) {
            const way = 2 * (to * size + from);
            const promotion = promotes[code * size + to] === 0 ? 0 : WAY_PROMOTES;
            if ((kind | promotion) !== WAY_FREE) isPlain[code] = 0;
            kinds[(to * codes + code) * size + from]! |= kind | promotion;
            if (known[way >> 1] === 1 && (between[way] !== low || between[way + 1] !== high)) return null;
            known[way >> 1] = 1;
            between[way] = low;
            between[way + 1] = high;
            if ((kind & (WAY_FREE | WAY_ONTO_ENEMY)) !== 0) {
              captors[2 * (code * size + to) + (from >> 5)]! |= 1 << from;
              near[2 * to + (from >> 5)]! |= 1 << from;
            }
          }
          if (isRay && to < 32) low |= 1 << to;
          else if (isRay) high |= 1 << to;
        }
      }
    }
  }
  return { kinds, isPlain, between, captors, near };
}

const KINDS: { readonly [op: number]: number } = {
  [RAY_FREE]: WAY_FREE,
  [LEAP_FREE]: WAY_FREE,
  [LEAP_EMPTY]: WAY_ONTO_EMPTY,
  [LEAP_ENEMY]: WAY_ONTO_ENEMY,
  [DOUBLE_STEP]: WAY_DOUBLE_STEP,
  [EN_PASSANT]: WAY_EN_PASSANT,
};
