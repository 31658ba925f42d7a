import { type Err, err } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';

/** The refusal of a text that is not a move in its notation. */
export const unreadable = (text: string, why: string): Err<Refusal> =>
  err(
    refusal('notation/unreadable', `"${text.slice(0, 20)}" is not a move: ${why}.`, {
      text: text.slice(0, 40),
      detail: why,
    }),
  );
