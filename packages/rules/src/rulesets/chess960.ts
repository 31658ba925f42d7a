import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** FIDE Laws, Guidelines II: shuffled back ranks, castling to the usual squares. */
export const chess960: Ruleset = {
  ...standard,
  name: 'chess960',
  title: 'Chess960',
  summary: 'One of 960 shuffled back ranks; castling ends on the usual squares.',
  start: { shuffled: 'chess960', default: 518 },
};
