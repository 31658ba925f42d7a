import type { Board } from './chessman.js';
import { reach } from './geometry.js';
import type { Square } from './square.js';
import { lookAt, type Shard, type Table } from './table.js';
import { objectionToMerge, objectionToMergeTarget, objectionToSplit, objectionWithinReach } from './validity.js';

/**
 * The protocol's questions about squares, answered for everybody alike and in the original's order. The original also lists
 * squares that it refuses when they are played (a king's split onto an enemy, a merge onto a third fragment); we do not.
 */
export function possibleMoves(board: Board, square: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined) return [];
  return reach(table, shard.man, square).filter((to) => objectionWithinReach(table, shard, to) === undefined);
}

/** Where the fragment on a square may split to, each together with at least one other of them. */
export function possibleSplits(board: Board, square: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined) return [];
  const reached = reach(table, shard.man, square);
  return reached.filter((to) => reached.some((other) => objectionToSplit(table, shard, to, other) === undefined));
}

/**
 * Where two fragments may merge; nothing when they are not of one man. Of a single fragment, where it could go to merge:
 * whether its other half gets there too depends on which one it is.
 */
export function possibleMerges(board: Board, square: Square, second?: Square): Square[] {
  const { table, shard } = find(board, square);
  if (shard === undefined) return [];
  const merges = mergesOf(table, shard);
  if (second === undefined) return merges;
  const other = table.at[second];
  if (other?.man !== shard.man) return [];
  return merges.filter((to) => objectionToMerge(table, shard, other, to) === undefined);
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
