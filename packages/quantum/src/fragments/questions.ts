import { castlingSquare } from './castling-rights.js';
import type { Board } from './chessman.js';
import { reach } from './geometry.js';
import type { Square } from './square.js';
import { lookAt, type Shard, type Table } from './table.js';
import { objectionOnTheWay, objectionToMergeTarget, objectionToSplitTarget } from './validity.js';

/**
 * The protocol's questions about squares, answered for everybody alike and in the original's order. Like the original's
 * these lists may hold a square that the move is then refused (a king's split onto an enemy, a merge onto a third fragment);
 * `choices` lists only what will be accepted.
 */
export function possibleMoves(board: Board, square: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined) return [];
  return reach(table, shard.man, square).filter((to) => objectionOnTheWay(table, shard, to) === undefined);
}

/** Where the fragment on a square may split to; any two of them. */
export function possibleSplits(board: Board, square: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined || shard.man.role === 'pawn') return [];
  const reached = reach(table, shard.man, square);
  if (shard.man.role !== 'king') {
    return reached.filter((to) => objectionToSplitTarget(table, shard, to) === undefined);
  }
  const beside = table.at[castlingSquare(shard.man, 'queen') - 8];
  return reached
    .filter((to) => to !== castlingSquare(shard.man, 'queen') || beside === undefined)
    .filter((to) => objectionOnTheWay(table, shard, to) === undefined);
}

/** Where one fragment could merge, or where both could; nothing when they are not of one man. */
export function possibleMerges(board: Board, square: Square, second?: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined) return [];
  const merges = mergesOf(table, shard);
  if (second === undefined) return merges;
  const other = table.at[second];
  if (other?.man !== shard.man) return [];
  const also = mergesOf(table, other);
  return merges.filter((to) => also.includes(to));
}

/** The squares of the chessman that stands there, in ascending order: the original tells the real one first. */
export function sameChessman(board: Board, square: Square): Square[] {
  return (find(board, square).shard?.man.shards ?? []).map((shard) => shard.square).sort((a, b) => a - b);
}

/** The squares of all chessmen entangled with the one that stands there, each once, in ascending order. */
export function entangledWith(board: Board, square: Square): Square[] {
  return [...new Set(partnersOf(board, square))].sort((a, b) => a - b);
}

/** The same as the original answers it: for each note of its log all squares of the other man, repetitions included. */
export function partnersOf(board: Board, square: Square): Square[] {
  const { table, shard } = find(board, square);
  return table.pairs.flatMap(([a, b]) => {
    const partner = a.man === shard?.man ? b.man : b.man === shard?.man ? a.man : undefined;
    return partner?.shards.map((one) => one.square) ?? [];
  });
}

function mergesOf(table: Table, shard: Shard): Square[] {
  if (shard.probability === 1 || shard.man.role === 'pawn') return [];
  return [...reach(table, shard.man, shard.square), shard.square].filter(
    (to) => objectionToMergeTarget(table, shard, to) === undefined,
  );
}

function find(board: Board, square: Square): { table: Table; shard: Shard | undefined } {
  const table = lookAt(board);
  return { table, shard: table.at[square] };
}
