import type { Step } from '../refusals.js';
import { ARRANGING } from './arranging.js';
import type { Check } from './check.js';
import { CLAIMING } from './claiming.js';
import { OFFERING } from './offering.js';
import { PLAYING } from './playing.js';
import { STANDING } from './standing.js';

/** What each step asks. */
export const CHECKS: { readonly [step in Step]: Check } = {
  ...STANDING,
  ...ARRANGING,
  ...PLAYING,
  ...OFFERING,
  ...CLAIMING,
};
