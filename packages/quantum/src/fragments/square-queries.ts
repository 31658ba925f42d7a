import type { Board } from './chessman.js';
import { reach } from './geometry.js';
import type { Square } from './square.js';
import { objectionToMerge, objectionToMergeTarget, objectionToSplit, objectionWithinReach } from './validity.js';
import { readOnlyBoard, type WorkingBoard, type WorkingFragment } from './working-board.js';

/**
 * The protocol's queries about squares, equal for all viewers and in the original's order. The original also lists
 * squares that it refuses when played (a king's split onto an enemy, a merge onto a third fragment); we do not.
 */
export function possibleMoves(board: Board, square: Square): Square[] {
  const { working, shard } = find(board, square);
  if (shard === undefined) return [];
  return reach(working, shard.man, square).filter((to) => objectionWithinReach(working, shard, to) === undefined);
}

/** Possible split targets of the fragment on a square; each works with at least one other. */
export function possibleSplits(board: Board, square: Square): Square[] {
  const { working, shard } = find(board, square);
  if (shard === undefined) return [];
  const reached = reach(working, shard.man, square);
  return reached.filter((to) => reached.some((other) => objectionToSplit(working, shard, to, other) === undefined));
}

/**
 * Where two fragments may merge; empty if they belong to different chessmen. With one square, where that fragment could
 * go to merge, regardless of its partner.
 */
export function possibleMerges(board: Board, square: Square, second?: Square): Square[] {
  const { working, shard } = find(board, square);
  if (shard === undefined) return [];
  const merges = mergesOf(working, shard);
  if (second === undefined) return merges;
  const other = working.at[second];
  if (other?.man !== shard.man) return [];
  return merges.filter((to) => objectionToMerge(working, shard, other, to) === undefined);
}

/**
 * The squares of the chessman on a square, ascending. The original lists the real one first, which reveals the secret.
 */
export function squaresOfChessman(board: Board, square: Square): Square[] {
  return (find(board, square).shard?.man.shards ?? []).map((shard) => shard.square).sort((a, b) => a - b);
}

/** The squares of all chessmen entangled with the one on a square, without duplicates, ascending. */
export function entangledWith(board: Board, square: Square): Square[] {
  return [...new Set(partnersOf(board, square))].sort((a, b) => a - b);
}

/** Like `entangledWith`, but as the original replies: all squares of the partner for each pair, with duplicates. */
export function partnersOf(board: Board, square: Square): Square[] {
  const { working, shard } = find(board, square);
  return working.pairs.flatMap(([a, b]) => {
    const partner = a.man === shard?.man ? b.man : b.man === shard?.man ? a.man : undefined;
    return partner?.shards.map((one) => one.square) ?? [];
  });
}

function mergesOf(working: WorkingBoard, shard: WorkingFragment): Square[] {
  if (shard.probability === 1 || shard.man.role === 'pawn') return [];
  return [...reach(working, shard.man, shard.square), shard.square].filter(
    (to) => objectionToMergeTarget(working, shard, to) === undefined,
  );
}

function find(board: Board, square: Square): { working: WorkingBoard; shard: WorkingFragment | undefined } {
  const working = readOnlyBoard(board);
  return { working, shard: working.at[square] };
}
