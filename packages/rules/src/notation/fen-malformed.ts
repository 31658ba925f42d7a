import { type Err, err } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';

/** The refusal of a malformed FEN. */
export const malformed = (what: string): Err<Refusal> =>
  err(refusal('fen/malformed', `The FEN ${what}.`, { detail: what }));
