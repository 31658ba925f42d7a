import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** A king never captures, for it would explode; so kings may stand side by side, and then neither is in check. */
export const atomic: Ruleset = {
  ...standard,
  name: 'atomic',
  title: 'Atomic',
  summary: 'Captures explode and take everything around but pawns; blow up the king to win.',
  effects: [...standard.effects, { kind: 'explode', spares: ['pawn'] }],
  endings: [
    { kind: 'extinction', of: 'royal', result: 'loss' },
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'explosion' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
