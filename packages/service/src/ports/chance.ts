import type { Chance } from '@chessmith/rules';

/** Cryptographically secure randomness for draws, ids, codes and secrets. */
export interface ServerChance extends Chance {
  bytes(count: number): Uint8Array;
}
