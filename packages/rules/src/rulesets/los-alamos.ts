import { kingSteps, knight, pawnAdvance, pawnCapture, queen, rook } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** The variant that the computer MANIAC I played in 1956: no bishops, double steps, en passant or castling. */
export const losAlamos: Ruleset = {
  ...standard,
  name: 'los-alamos',
  title: 'Los Alamos chess',
  summary: 'Six by six, without bishops, double steps and castling.',
  board: { files: 6, ranks: 6 },
  pieces: {
    pawn: { letter: 'p', pawn: true, movements: [pawnAdvance, pawnCapture] },
    knight,
    rook,
    queen,
    king: { letter: 'k', royal: true, movements: [kingSteps] },
  },
  start: 'rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1',
  effects: [{ kind: 'promote', role: 'pawn', on: [6], to: ['queen', 'rook', 'knight'] }],
};
