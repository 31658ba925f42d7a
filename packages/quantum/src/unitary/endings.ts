import type { Outcome } from '@chessmith/rules';
import { type Board, mayHold } from './board.js';
import { hasLegalMove } from './generate.js';
import { BLACK, colorName, KING, WHITE } from './piece.js';

/**
 * After a hundred plies without a change in the number of pieces: measure everything and look for the kings, or just
 * draw.
 */
export type FiftyRule = 'collapse' | 'draw';

export const FIFTY_PLIES = 100;

/**
 * Kings are ordinary pieces: a side loses when no board has its king any more, even by its own measurement. `royal`
 * says which sides began with a king; in analysis, a side without one cannot lose it.
 */
export function outcomeOf(board: Board, royal: Royal): Outcome | null {
  const byKings = kingsOutcome(board, royal);
  if (byKings !== null) return byKings;
  if (board.fifty >= FIFTY_PLIES) return { kind: 'draw', by: 'fifty-moves' };
  if (!hasLegalMove(board, board.turn)) return { kind: 'draw', by: 'stalemate' };
  return null;
}

export type Royal = { readonly white: boolean; readonly black: boolean };

/** Which sides have a king on at least one board. */
export const royalsOf = (board: Board): Royal => ({
  white: mayHold(board, WHITE | KING),
  black: mayHold(board, BLACK | KING),
});

export function kingsOutcome(board: Board, royal: Royal): Outcome | null {
  const whiteLost = royal.white && !mayHold(board, WHITE | KING);
  const blackLost = royal.black && !mayHold(board, BLACK | KING);
  if (whiteLost && blackLost) return { kind: 'draw', by: 'both-kings-gone' };
  if (whiteLost || blackLost) return { kind: 'win', winner: colorName(whiteLost ? BLACK : WHITE), by: 'king-captured' };
  return null;
}
