import { randomBytes, randomInt } from 'node:crypto';
import type { ServerChance } from '@chessmith/service';

const FRACTION_BITS = 2 ** 48 - 1;

/** Lots from the system's source of chance, which nobody can predict. */
export const systemChance: ServerChance = {
  int: (bound) => randomInt(bound),
  real: () => randomInt(FRACTION_BITS) / FRACTION_BITS,
  bytes: (count) => randomBytes(count),
};
