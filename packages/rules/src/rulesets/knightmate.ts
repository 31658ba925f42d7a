import { bishop, castling, kingSteps, knightMoves, pawn, queen, rook } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** Bruce Zimov's rules. Here even one bishop beside the royal knight can mate, so only bare royals draw. */
export const knightmate: Ruleset = {
  ...standard,
  name: 'knightmate',
  title: 'Knightmate',
  summary: 'The king moves like a knight, and two commoners that move like kings replace the knights.',
  pieces: {
    pawn,
    commoner: { letter: 'm', movements: [kingSteps] },
    bishop,
    rook,
    queen,
    king: { letter: 'k', royal: true, movements: [knightMoves, castling(['g', 'f'], ['c', 'd'])] },
  },
  start: 'rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1',
  effects: [{ kind: 'promote', role: 'pawn', on: [8], to: ['queen', 'rook', 'bishop', 'commoner'] }],
  endings: [
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'bare-royal' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
