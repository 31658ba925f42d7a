import { pawnAdvance, pawnCapture, queen } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';

/**
 * The pawns step one square only: the lines stand two ranks apart, so a double step would land on the enemy's line.
 * Pawns never go back, so no position comes twice and there is nothing to count.
 */
export const pawnWar: Ruleset = {
  name: 'pawn-war',
  title: 'Pawn war',
  summary: 'Five pawns a side on five by five; promote first, or leave the other side without a move.',
  board: { files: 5, ranks: 5 },
  pieces: { pawn: { letter: 'p', pawn: true, movements: [pawnAdvance, pawnCapture] }, queen },
  start: '5/ppppp/5/PPPPP/5 w - - 0 1',
  restrictions: [],
  effects: [{ kind: 'promote', role: 'pawn', on: [5], to: ['queen'] }],
  endings: [{ kind: 'first-promotion' }, { kind: 'stalemate', result: 'loss' }],
};
