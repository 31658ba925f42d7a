import type { Chance } from '@chessmith/rules';

/** Every coin selects the first target; a drawn secret is the first possible one. */
export const FIRST_TARGET: Chance = { int: () => 0, real: () => 0 };
