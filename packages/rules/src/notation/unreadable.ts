import { type Err, err } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';

/** The refusal of a text that is no move in the notation it was read as. */
export const unreadable = (text: string, why: string): Err<Refusal> =>
  err(refusal('notation/unreadable', `"${text.slice(0, 20)}" is no move: ${why}.`, { text: text.slice(0, 40) }));
