import type { Refusal } from '@chessmith/rules';
import type { PendingDecision } from '../decision-input.js';

/** Tests one condition of a command: null if it holds, otherwise the refusal. */
export type Check = (pending: PendingDecision<unknown>) => Refusal | null;
