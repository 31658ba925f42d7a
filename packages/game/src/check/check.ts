import { type Json, type Refusal, refusal } from '@chessmith/rules';
import type { GameCode } from '../codes.js';
import type { PendingDecision } from '../decide/decision-input.js';

/** Tests one condition of a command: null if it holds, otherwise the refusal. */
export type Check = (pending: PendingDecision<unknown>) => Refusal | null;

/** Refuses with this code and sentence unless `holds`. */
export function unless(
  holds: boolean,
  code: GameCode,
  message: string,
  facts?: { readonly [name: string]: Json },
): Refusal | null {
  return holds ? null : refusal(code, message, facts);
}
