import { type Json, type Refusal, refusal } from '@chessmith/rules';
import type { GameCode } from '../codes.js';
import type { PendingDecision } from '../decide/decision-input.js';

/** Looks at one thing and has nothing against it (null), or says why not. */
export type Check = (asked: PendingDecision<unknown>) => Refusal | null;

/** Refuses with this code and sentence unless `holds`. */
export function unless(
  holds: boolean,
  code: GameCode,
  message: string,
  facts?: { readonly [name: string]: Json },
): Refusal | null {
  return holds ? null : refusal(code, message, facts);
}
