import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

export const threeCheck: Ruleset = {
  ...standard,
  name: 'three-check',
  title: 'Three-check',
  summary: 'Give check three times to win.',
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1',
  effects: [...standard.effects, { kind: 'count-checks', upTo: 3 }],
  endings: [
    { kind: 'checks-given', count: 3 },
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'bare-royal' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
