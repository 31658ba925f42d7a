import { enPassant, FORWARD, pawnCapture, pawnDoubleStep } from '../pieces.js';
import type { PieceKind, Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** From the first rank a pawn may go two squares as well, but then it cannot be captured en passant. */
const hordePawn: PieceKind = {
  letter: 'p',
  pawn: true,
  movements: [
    { kind: 'leap', to: FORWARD, onto: 'empty', from: [2, 3, 4, 5, 6, 7] },
    { kind: 'slide', along: FORWARD, upTo: 2, onto: 'empty', from: [1] },
    pawnDoubleStep,
    pawnCapture,
    enPassant,
  ],
};

export const horde: Ruleset = {
  ...standard,
  name: 'horde',
  title: 'Horde',
  summary: 'Thirty-six white pawns against the black army: take them all, or mate the king.',
  pieces: { ...standard.pieces, pawn: hordePawn },
  start: 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1',
  endings: [
    { kind: 'extinction', of: 'all', result: 'loss' },
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'mate-or-extinction' },
    { kind: 'repetition' },
    { kind: 'move-count' },
  ],
};
