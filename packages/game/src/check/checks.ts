import type { CheckName } from '../refusals.js';
import type { Check } from './check.js';
import { CLAIM_CHECKS } from './claim-checks.js';
import { LIFECYCLE_CHECKS } from './lifecycle-checks.js';
import { MOVE_CHECKS } from './move-checks.js';
import { OFFER_CHECKS } from './offer-checks.js';
import { SETUP_CHECKS } from './setup-checks.js';

/** All checks by name. */
export const CHECKS: { readonly [step in CheckName]: Check } = {
  ...LIFECYCLE_CHECKS,
  ...SETUP_CHECKS,
  ...MOVE_CHECKS,
  ...OFFER_CHECKS,
  ...CLAIM_CHECKS,
};
