import { seededRandom } from '@chessmith/std';
import type { Keys } from './tables.js';

/** The same keys in every process, so that stored hashes stay comparable. */
const SEED = 0x0c4e55;

export const MAX_POCKET = 64;
export const MAX_CHECKS = 16;

/** The key of black's turn lies where the keys of piece code 0 would: no piece has that code. */
export const TURN_KEY = 0;

/** Keys for a board of `size` squares and `codes` piece codes. */
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
