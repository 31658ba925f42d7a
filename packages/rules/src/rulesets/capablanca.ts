import { bishopMoves, castling, kingSteps, knightMoves, rookMoves } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

export const capablanca: Ruleset = {
  ...standard,
  name: 'capablanca',
  title: 'Capablanca chess',
  summary: 'Ten files, with an archbishop (bishop + knight) and a chancellor (rook + knight).',
  board: { files: 10, ranks: 8 },
  pieces: {
    ...standard.pieces,
    archbishop: { letter: 'a', movements: [bishopMoves, knightMoves] },
    chancellor: { letter: 'c', movements: [rookMoves, knightMoves] },
    king: { letter: 'k', royal: true, movements: [kingSteps, castling(['i', 'h'], ['c', 'd'])] },
  },
  start: 'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1',
  effects: [
    {
      kind: 'promote',
      role: 'pawn',
      on: [8],
      to: ['queen', 'chancellor', 'archbishop', 'rook', 'bishop', 'knight'],
    },
  ],
};
