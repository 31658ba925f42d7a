import { rankOf, type Square, squareAt } from './square.js';
import { isQuantum, type WorkingBoard, type WorkingChessman, type WorkingFragment } from './working-board.js';

export type CastleSide = 'king' | 'queen';

/** A possible castling: the squares of king and rook, and a fragment that the rook passes, if any. */
export type Castling = {
  readonly side: CastleSide;
  readonly rook: WorkingChessman;
  readonly kingTo: Square;
  readonly rookFrom: Square;
  readonly rookTo: Square;
  readonly through: WorkingFragment | undefined;
};

const A = 0;
const B = 1;
const C = 2;
const D = 3;
const E = 4;
const F = 5;
const G = 6;
const H = 7;

/**
 * Possible if king and rook have not moved and their target squares are empty. Attacked squares do not matter. On the
 * queen's side, a fragment may stand next to the rook.
 */
export function canCastle(
  working: WorkingBoard,
  king: WorkingChessman,
  from: Square,
  side: CastleSide,
): Castling | undefined {
  if (king.moved || from !== kingHome(king)) return undefined;
  const rank = rankOf(from);
  const rookFrom = squareAt(side === 'queen' ? A : H, rank);
  const rook = working.at[rookFrom]?.man;
  if (rook === undefined || rook.role !== 'rook' || rook.color !== king.color || rook.moved) return undefined;
  const kingTo = castlingSquare(king, side);
  const rookTo = rookArrival(king, side);
  if (working.at[kingTo] !== undefined || working.at[rookTo] !== undefined) return undefined;
  const through = side === 'queen' ? working.at[squareAt(B, rank)] : undefined;
  if (through !== undefined && !isQuantum(through.man)) return undefined;
  return { side, rook, kingTo, rookFrom, rookTo, through };
}

export const kingHome = (king: WorkingChessman): Square => squareAt(E, firstRank(king));
export const castlingSquare = (king: WorkingChessman, side: CastleSide): Square =>
  squareAt(side === 'queen' ? C : G, firstRank(king));
export const rookArrival = (king: WorkingChessman, side: CastleSide): Square =>
  squareAt(side === 'queen' ? D : F, firstRank(king));

const firstRank = (man: WorkingChessman): number => (man.color === 'white' ? 0 : 7);
