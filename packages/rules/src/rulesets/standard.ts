import { bishop, king, knight, pawn, queen, rook } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';

/** Chess by the FIDE Laws. */
export const standard: Ruleset = {
  name: 'standard',
  title: 'Standard chess',
  summary: 'Chess as the world plays it.',
  board: { files: 8, ranks: 8 },
  pieces: { pawn, knight, bishop, rook, queen, king },
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  restrictions: [{ kind: 'no-self-check' }],
  effects: [{ kind: 'promote', role: 'pawn', on: [8], to: ['queen', 'rook', 'bishop', 'knight'] }],
  endings: [
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'mate' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
