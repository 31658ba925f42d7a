import type { Chance } from '@chessmith/rules';

/** Every coin shows its first face; where the secret itself must be drawn, the first of the possible ones. */
export const FIRST_TARGET: Chance = { int: () => 0, real: () => 0 };
