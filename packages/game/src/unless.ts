import { type Json, type Refusal, refusal } from '@chessmith/rules';
import type { GameCode } from './codes.js';

/** Refuses with this code and sentence unless `holds`. */
export function unless(
  holds: boolean,
  code: GameCode,
  message: string,
  facts?: { readonly [name: string]: Json },
): Refusal | null {
  return holds ? null : refusal(code, message, facts);
}
