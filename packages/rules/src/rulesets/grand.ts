import {
  bishopMoves,
  enPassant,
  FORWARD,
  kingSteps,
  knightMoves,
  pawnAdvance,
  pawnCapture,
  rookMoves,
} from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** Christian Freeling's rules. A pawn that finds no captured piece may not enter the last rank, but gives check there. */
export const grand: Ruleset = {
  ...standard,
  name: 'grand',
  title: 'Grand chess',
  summary: 'Ten by ten; pawns promote from the eighth rank, only to pieces their side has lost.',
  board: { files: 10, ranks: 10 },
  pieces: {
    ...standard.pieces,
    pawn: {
      letter: 'p',
      pawn: true,
      movements: [pawnAdvance, { kind: 'double-step', along: FORWARD, from: [3] }, pawnCapture, enPassant],
    },
    cardinal: { letter: 'a', movements: [bishopMoves, knightMoves] },
    marshal: { letter: 'c', movements: [rookMoves, knightMoves] },
    king: { letter: 'k', royal: true, movements: [kingSteps] },
  },
  start: 'r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1',
  effects: [
    {
      kind: 'promote',
      role: 'pawn',
      on: [10],
      optionalOn: [8, 9],
      to: ['queen', 'marshal', 'cardinal', 'rook', 'bishop', 'knight'],
      onlyCaptured: true,
    },
  ],
};
