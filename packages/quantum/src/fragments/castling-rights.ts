import { rankOf, type Square, squareAt } from './square.js';
import { isQuantum, type Man, type Shard, type Table } from './table.js';

export type CastleSide = 'king' | 'queen';

/** How a castling goes: who moves where, and which fragment, if any, lets the rook pass only in part. */
export type Castling = {
  readonly side: CastleSide;
  readonly rook: Man;
  readonly kingTo: Square;
  readonly rookFrom: Square;
  readonly rookTo: Square;
  readonly through: Shard | undefined;
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
 * King and rook have not moved, and nothing at all stands where they arrive. Attacked squares do not matter. On the
 * long side a fragment may stand beside the rook.
 */
export function canCastle(table: Table, king: Man, from: Square, side: CastleSide): Castling | undefined {
  if (king.moved || from !== kingHome(king)) return undefined;
  const rank = rankOf(from);
  const rookFrom = squareAt(side === 'queen' ? A : H, rank);
  const rook = table.at[rookFrom]?.man;
  if (rook === undefined || rook.role !== 'rook' || rook.color !== king.color || rook.moved) return undefined;
  const kingTo = castlingSquare(king, side);
  const rookTo = rookArrival(king, side);
  if (table.at[kingTo] !== undefined || table.at[rookTo] !== undefined) return undefined;
  const through = side === 'queen' ? table.at[squareAt(B, rank)] : undefined;
  if (through !== undefined && !isQuantum(through.man)) return undefined;
  return { side, rook, kingTo, rookFrom, rookTo, through };
}

export const kingHome = (king: Man): Square => squareAt(E, firstRank(king));
export const castlingSquare = (king: Man, side: CastleSide): Square =>
  squareAt(side === 'queen' ? C : G, firstRank(king));
export const rookArrival = (king: Man, side: CastleSide): Square => squareAt(side === 'queen' ? D : F, firstRank(king));

const firstRank = (man: Man): number => (man.color === 'white' ? 0 : 7);
