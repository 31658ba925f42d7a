import type { Chance } from '@chessmith/rules';

/** The server's chance, which nobody can predict: for lots, ids, codes and secrets. */
export interface ServerChance extends Chance {
  bytes(count: number): Uint8Array;
}
