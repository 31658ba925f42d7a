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

/** How a piece goes from one square to another, as bits; 0 if it never does. */
export const WAY_LEAP = 1;
export const WAY_RAY = 2;
export const WAY_ONTO_EMPTY = 4;
export const WAY_ONTO_ENEMY = 8;
export const WAY_DOUBLE_STEP = 16;
export const WAY_EN_PASSANT = 32;
/** With a promotion, so that there are several moves of one way. */
export const WAY_PROMOTES = 64;

const WAY_CAPTURES = WAY_LEAP | WAY_RAY | WAY_ONTO_ENEMY;

/**
 * The tape of movements, looked up by target and origin. The target comes first, because what is asked together (who
 * can come here, who attacks the king) then lies together in memory.
 */
export type Ways = {
  /** For (to * codes + code) * size + from. */
  readonly kinds: Uint8Array;
  /** For 2 * (to * size + from): the squares that must be empty for a ray or a double step, low and high. */
  readonly between: Int32Array;
  /** For 2 * to: the squares from which some piece could capture there, low and high. */
  readonly near: Int32Array;
};

/**
 * The ways of all pieces, where they tell all there is to know about a move: boards of up to 64 squares, movements
 * without conditions, and no restriction but the one about self-check. Null elsewhere.
 */
export function waysOf(tables: Tables): Ways | null {
  const { size, codes, tape, tapeAt, promotes } = tables;
  if (size > 64 || !tables.readsPins || tables.noCheck || tables.mustCapture) return null;
  const kinds = new Uint8Array(size * codes * size);
  const between = new Int32Array(2 * size * size);
  const near = new Int32Array(2 * size);
  const known = new Uint8Array(size * size);
  for (let code = 2; code < codes; code++) {
    for (let from = 0; from < size; from++) {
      for (let i = tapeAt[code * size + from]!; tape[i] !== END; i += 2 + tape[i + 1]!) {
        const kind = KINDS[tape[i]! & ~MAY_PROMOTE];
        if (kind === undefined) return null;
        const rayed = kind === WAY_RAY || kind === WAY_DOUBLE_STEP;
        let low = 0;
        let high = 0;
        for (let k = i + 2; k < i + 2 + tape[i + 1]!; k++) {
          const to = tape[k]!;
          const at = to * size + from;
          if (kind !== WAY_DOUBLE_STEP || k === i + 3) {
            const promotion = promotes[code * size + to] === 0 ? 0 : WAY_PROMOTES;
            kinds[(to * codes + code) * size + from]! |= kind | promotion;
            if ((kind & WAY_CAPTURES) !== 0) near[2 * to + (from >> 5)]! |= 1 << from;
            // Pieces that go from one square to another along different ways are left to the generator.
            if (rayed && known[at] === 1 && (between[2 * at] !== low || between[2 * at + 1] !== high)) return null;
            if (rayed) {
              known[at] = 1;
              between[2 * at] = low;
              between[2 * at + 1] = high;
            }
          }
          if (to < 32) low |= 1 << to;
          else high |= 1 << to;
        }
      }
    }
  }
  return { kinds, between, near };
}

const KINDS: { readonly [op: number]: number } = {
  [RAY_FREE]: WAY_RAY,
  [LEAP_FREE]: WAY_LEAP,
  [LEAP_EMPTY]: WAY_ONTO_EMPTY,
  [LEAP_ENEMY]: WAY_ONTO_ENEMY,
  [DOUBLE_STEP]: WAY_DOUBLE_STEP,
  [EN_PASSANT]: WAY_EN_PASSANT,
};
