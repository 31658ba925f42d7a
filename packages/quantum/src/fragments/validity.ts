import { type CastleSide, canCastle, castlingSquare, kingHome, rookArrival } from './castling-rights.js';
import { SMALLEST_PROBABILITY } from './chessman.js';
import { between, reach } from './geometry.js';
import type { Objection } from './objections.js';
import { fileOf, type Square } from './square.js';
import { isOwn, isQuantum, type Man, type Shard, type Table } from './table.js';

/**
 * Whether a fragment may move, split or merge. Nothing here looks at which fragment is real, so an objection tells
 * nobody more than the board already does. The first rule that objects wins, in the original's order.
 */
export function objectionToMove(table: Table, shard: Shard, to: Square): Objection | undefined {
  const castles = castlingSideOf(shard, to) !== undefined;
  if (!castles && !reach(table, shard.man, shard.square).includes(to)) return 'not-that-move';
  return objectionWithinReach(table, shard, to);
}

/** The same for a square that is known to be within reach. */
export function objectionWithinReach(table: Table, shard: Shard, to: Square): Objection | undefined {
  const side = castlingSideOf(shard, to);
  if (side !== undefined) {
    const castling = canCastle(table, shard.man, shard.square, side);
    if (castling === undefined) return 'no-castling';
    return castling.through && isTooThin(1, castling.through.probability) ? 'entangle-limit' : undefined;
  }
  const objection = objectionOnTheWay(table, shard, to);
  if (objection !== undefined) return objection;
  const { passed } = inBetween(table, shard, to);
  return passed && isTooThin(shard.probability, passed.probability) ? 'entangle-limit' : undefined;
}

export function objectionToSplit(table: Table, shard: Shard, to1: Square, to2: Square): Objection | undefined {
  if (castlingSideOf(shard, to1) !== undefined || castlingSideOf(shard, to2) !== undefined) {
    return objectionToCastlingSplit(table, shard, to1, to2);
  }
  const reached = reach(table, shard.man, shard.square);
  for (const to of [to1, to2]) {
    if (!reached.includes(to)) return 'not-that-split';
    const objection = objectionToSplitTarget(table, shard, to);
    if (objection !== undefined) return objection;
  }
  return to1 === to2 ? 'split-same-square' : undefined;
}

export function objectionToMerge(table: Table, a: Shard, b: Shard, to: Square): Objection | undefined {
  if (a === b) return 'merge-same-square';
  for (const shard of [a, b]) {
    if (to !== shard.square && !reach(table, shard.man, shard.square).includes(to)) return 'not-that-merge';
    const objection = objectionToMergeTarget(table, shard, to);
    if (objection !== undefined) return objection;
  }
  // The original goes on here and corrupts the piece: a third fragment of it stands there.
  const there = table.at[to];
  return there !== undefined && there !== a && there !== b ? 'occupied' : undefined;
}

/** The rules of a plain move after its geometry. */
function objectionOnTheWay(table: Table, shard: Shard, to: Square): Objection | undefined {
  const { man } = shard;
  const target = table.at[to];
  if (isOwn(target, man)) return 'own-fragment-there';
  const { free, passed } = inBetween(table, shard, to);
  if (!free || (target && target.man.color === man.color && !isQuantum(target.man))) return 'path-not-free';
  if (target && passed) return 'measure-and-entangle';
  if (passed && areEntangled(table, man, passed.man)) return 'entangle-twice';
  return man.role === 'pawn' ? objectionToPawn(shard, to, target, passed) : undefined;
}

/** One target of a split, after its geometry. */
export function objectionToSplitTarget(table: Table, shard: Shard, to: Square): Objection | undefined {
  if (shard.man.role === 'pawn') return 'pawn-split';
  const target = table.at[to];
  const { free, passed } = inBetween(table, shard, to);
  if (!free || (target && target.man.color === shard.man.color && !isQuantum(target.man))) return 'path-not-free';
  if (target) return 'split-onto-occupied';
  if (passed) return 'split-and-entangle';
  return shard.probability / 2 < SMALLEST_PROBABILITY ? 'split-limit' : undefined;
}

/**
 * One fragment on its way to a merge, after its geometry; also the filter of the protocol's list. The target is empty
 * or the man's own: in the recorded session a knight's list leaves out the square of an own pawn.
 */
export function objectionToMergeTarget(table: Table, shard: Shard, to: Square): Objection | undefined {
  if (shard.man.role === 'pawn') return 'pawn-merge';
  if (to === shard.square) return undefined;
  const target = table.at[to];
  const { free, passed } = inBetween(table, shard, to);
  const other = target?.man === shard.man ? undefined : target;
  if (!free || (other && !isQuantum(other.man))) return 'path-not-free';
  return passed || other ? 'merge-and-entangle' : undefined;
}

function objectionToCastlingSplit(table: Table, shard: Shard, to1: Square, to2: Square): Objection | undefined {
  const king = shard.man;
  const goes = (side: CastleSide) => [to1, to2].includes(castlingSquare(king, side));
  const side = goes('queen') ? 'queen' : 'king';
  if ([to1, to2].includes(rookArrival(king, side))) return 'rook-arrives-there';
  const castling = canCastle(table, king, shard.square, side);
  if (castling === undefined) return 'no-castling';
  if (goes('queen') && goes('king')) {
    if (canCastle(table, king, shard.square, 'king') === undefined) return 'no-castling';
    return castling.through ? 'castle-and-entangle' : undefined;
  }
  // The original castles first and looks at the other target afterwards: it left half a castling behind, or let the
  // king arrive anywhere.
  const other = to1 === castling.kingTo ? to2 : to1;
  if (other === castling.kingTo) return 'occupied';
  if (table.at[other]) return side === 'queen' ? 'castle-and-measure' : 'occupied';
  if (castling.through) return 'castle-and-entangle';
  return reach(table, king, shard.square).includes(other) ? undefined : 'not-that-split';
}

function objectionToPawn(
  shard: Shard,
  to: Square,
  target: Shard | undefined,
  passed: Shard | undefined,
): Objection | undefined {
  const straight = fileOf(shard.square) === fileOf(to);
  if (straight && target && target.man.color !== shard.man.color) return 'pawn-eat';
  if (!straight && target && target.man.color === shard.man.color) return 'pawn-measure';
  return passed ? 'pawn-entangle' : undefined;
}

/** What stands strictly between: free while it is nothing, or one fragment of another man. */
export function inBetween(table: Table, shard: Shard, to: Square): { free: boolean; passed: Shard | undefined } {
  let passed: Shard | undefined;
  for (const square of between(shard.man, shard.square, to)) {
    const met = table.at[square];
    if (met === undefined) continue;
    if (passed !== undefined || !isQuantum(met.man) || met.man === shard.man) return { free: false, passed };
    passed = met;
  }
  return { free: true, passed };
}

/** A king's step from his home to a castling square is castling or nothing, whatever stands where. */
export function castlingSideOf(shard: Shard, to: Square): CastleSide | undefined {
  const { man } = shard;
  if (man.role !== 'king' || shard.square !== kingHome(man)) return undefined;
  return (['queen', 'king'] as const).find((side) => castlingSquare(man, side) === to);
}

/** Passing a fragment leaves p·q behind and takes p·(1−q) along; neither may get lost. */
const isTooThin = (p: number, q: number): boolean => q * p < SMALLEST_PROBABILITY || p * (1 - q) < SMALLEST_PROBABILITY;

function areEntangled(table: Table, one: Man, other: Man): boolean {
  return table.pairs.some(([a, b]) => (a.man === one && b.man === other) || (a.man === other && b.man === one));
}
