import { randomBytes, randomInt } from 'node:crypto';
import type { ServerChance } from '@chessmith/service';

const FRACTION_BITS = 2 ** 48 - 1;

/** Unpredictable random numbers of the operating system. */
export const systemChance: ServerChance = {
  int: (bound) => randomInt(bound),
  real: () => randomInt(FRACTION_BITS) / FRACTION_BITS,
  bytes: (count) => randomBytes(count),
};
