import { kingSteps } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

export const antichess: Ruleset = {
  ...standard,
  name: 'antichess',
  title: 'Antichess',
  summary: 'Lose all your pieces, or run out of moves, to win; captures are forced.',
  pieces: { ...standard.pieces, king: { letter: 'k', movements: [kingSteps] } },
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1',
  restrictions: [{ kind: 'must-capture' }],
  effects: [{ kind: 'promote', role: 'pawn', on: [8], to: ['queen', 'rook', 'bishop', 'knight', 'king'] }],
  endings: [
    { kind: 'extinction', of: 'all', result: 'win' },
    { kind: 'stalemate', result: 'win' },
    { kind: 'insufficient-material', model: 'giveaway' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
