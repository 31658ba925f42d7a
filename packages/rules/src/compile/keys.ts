import { seededRandom } from '@chessmith/std';
import type { Keys } from './tables.js';

/** A fixed seed gives the same Zobrist keys in every process, so that stored hashes stay comparable. */
const SEED = 0x0c4e55;

export const MAX_POCKET = 64;
export const MAX_CHECKS = 16;

/** Piece code 0 is an empty square, so its key is free for "black to move". */
export const TURN_KEY = 0;

/** Zobrist keys for a board of `size` squares and `codes` piece codes. */
export function zobristKeys(size: number, codes: number): Keys {
  const random = seededRandom(SEED);
  const draw = (count: number): Int32Array => Int32Array.from({ length: 2 * count }, () => random.uint32() | 0);
  return {
    piece: draw(codes * size),
    rights: draw(16),
    passed: draw(size),
    pocket: draw(codes * MAX_POCKET),
    checks: draw(2 * MAX_CHECKS),
    unmoved: draw(size),
    promoted: draw(size),
  };
}
