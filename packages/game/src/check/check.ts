import { type Json, type Refusal, refusal } from '@chessmith/rules';
import type { GameCode } from '../codes.js';
import type { Asked } from '../given.js';

/** Looks at one thing and has nothing against it (null), or says why not. */
export type Check = (asked: Asked<unknown>) => Refusal | null;

/** Refuses with this code and sentence unless `holds`. */
export function unless(
  holds: boolean,
  code: GameCode,
  message: string,
  facts?: { readonly [name: string]: Json },
): Refusal | null {
  return holds ? null : refusal(code, message, facts);
}
