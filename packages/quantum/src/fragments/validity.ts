import { type CastleSide, canCastle, castlingSquare, kingHome, rookArrival } from './castling-rights.js';
import { SMALLEST_PROBABILITY } from './chessman.js';
import { between, reach } from './geometry.js';
import type { Objection } from './objection-texts.js';
import { fileOf, type Square } from './square.js';
import { isOwn, isQuantum, type WorkingBoard, type WorkingChessman, type WorkingFragment } from './working-board.js';

/**
 * The rules for moves, splits and merges. They never use the secret, so a refusal reveals nothing beyond the board. The
 * first rule that fails wins, in the original's order.
 */
export function objectionToMove(working: WorkingBoard, shard: WorkingFragment, to: Square): Objection | undefined {
  const castles = castlingSideOf(shard, to) !== undefined;
  if (!castles && !reach(working, shard.man, shard.square).includes(to)) return 'not-that-move';
  return objectionWithinReach(working, shard, to);
}

/** Like `objectionToMove`, for a square known to be within reach. */
export function objectionWithinReach(working: WorkingBoard, shard: WorkingFragment, to: Square): Objection | undefined {
  const side = castlingSideOf(shard, to);
  if (side !== undefined) {
    const castling = canCastle(working, shard.man, shard.square, side);
    if (castling === undefined) return 'no-castling';
    return castling.through && isTooThin(1, castling.through.probability) ? 'entangle-limit' : undefined;
  }
  const objection = objectionOnTheWay(working, shard, to);
  if (objection !== undefined) return objection;
  const { passed } = inBetween(working, shard, to);
  return passed && isTooThin(shard.probability, passed.probability) ? 'entangle-limit' : undefined;
}

export function objectionToSplit(
  working: WorkingBoard,
  shard: WorkingFragment,
  to1: Square,
  to2: Square,
): Objection | undefined {
  if (castlingSideOf(shard, to1) !== undefined || castlingSideOf(shard, to2) !== undefined) {
    return objectionToCastlingSplit(working, shard, to1, to2);
  }
  const reached = reach(working, shard.man, shard.square);
  for (const to of [to1, to2]) {
    if (!reached.includes(to)) return 'not-that-split';
    const objection = objectionToSplitTarget(working, shard, to);
    if (objection !== undefined) return objection;
  }
  return to1 === to2 ? 'split-same-square' : undefined;
}

export function objectionToMerge(
  working: WorkingBoard,
  a: WorkingFragment,
  b: WorkingFragment,
  to: Square,
): Objection | undefined {
  if (a === b) return 'merge-same-square';
  for (const shard of [a, b]) {
    if (to !== shard.square && !reach(working, shard.man, shard.square).includes(to)) return 'not-that-merge';
    const objection = objectionToMergeTarget(working, shard, to);
    if (objection !== undefined) return objection;
  }
  // A third fragment stands there. The original continues and corrupts the piece.
  const there = working.at[to];
  return there !== undefined && there !== a && there !== b ? 'occupied' : undefined;
}

/** The rules of a plain move after its geometry. */
function objectionOnTheWay(working: WorkingBoard, shard: WorkingFragment, to: Square): Objection | undefined {
  const { man } = shard;
  const target = working.at[to];
  if (isOwn(target, man)) return 'own-fragment-there';
  const { free, passed } = inBetween(working, shard, to);
  if (!free || (target && target.man.color === man.color && !isQuantum(target.man))) return 'path-not-free';
  if (target && passed) return 'measure-and-entangle';
  if (passed && areEntangled(working, man, passed.man)) return 'entangle-twice';
  return man.role === 'pawn' ? objectionToPawn(shard, to, target, passed) : undefined;
}

/** The rules for one target of a split, after its geometry. */
export function objectionToSplitTarget(
  working: WorkingBoard,
  shard: WorkingFragment,
  to: Square,
): Objection | undefined {
  if (shard.man.role === 'pawn') return 'pawn-split';
  const target = working.at[to];
  const { free, passed } = inBetween(working, shard, to);
  if (!free || (target && target.man.color === shard.man.color && !isQuantum(target.man))) return 'path-not-free';
  if (target) return 'split-onto-occupied';
  if (passed) return 'split-and-entangle';
  return shard.probability / 2 < SMALLEST_PROBABILITY ? 'split-limit' : undefined;
}

/**
 * The rules for one fragment of a merge, after its geometry; also the filter of the protocol's list. The target must be
 * empty or the chessman's own: in the recorded session, a knight's list omits the square of its own pawn.
 */
export function objectionToMergeTarget(
  working: WorkingBoard,
  shard: WorkingFragment,
  to: Square,
): Objection | undefined {
  if (shard.man.role === 'pawn') return 'pawn-merge';
  if (to === shard.square) return undefined;
  const target = working.at[to];
  const { free, passed } = inBetween(working, shard, to);
  const other = target?.man === shard.man ? undefined : target;
  if (!free || (other && !isQuantum(other.man))) return 'path-not-free';
  return passed || other ? 'merge-and-entangle' : undefined;
}

function objectionToCastlingSplit(
  working: WorkingBoard,
  shard: WorkingFragment,
  to1: Square,
  to2: Square,
): Objection | undefined {
  const king = shard.man;
  const goes = (side: CastleSide) => [to1, to2].includes(castlingSquare(king, side));
  const side = goes('queen') ? 'queen' : 'king';
  if ([to1, to2].includes(rookArrival(king, side))) return 'rook-arrives-there';
  const castling = canCastle(working, king, shard.square, side);
  if (castling === undefined) return 'no-castling';
  if (goes('queen') && goes('king')) {
    if (canCastle(working, king, shard.square, 'king') === undefined) return 'no-castling';
    return castling.through ? 'castle-and-entangle' : undefined;
  }
  // The original castles first and checks the other target afterwards, which left half a castling behind or let the
  // king arrive anywhere.
  const other = to1 === castling.kingTo ? to2 : to1;
  if (other === castling.kingTo) return 'occupied';
  if (working.at[other]) return side === 'queen' ? 'castle-and-measure' : 'occupied';
  if (castling.through) return 'castle-and-entangle';
  return reach(working, king, shard.square).includes(other) ? undefined : 'not-that-split';
}

function objectionToPawn(
  shard: WorkingFragment,
  to: Square,
  target: WorkingFragment | undefined,
  passed: WorkingFragment | undefined,
): Objection | undefined {
  const straight = fileOf(shard.square) === fileOf(to);
  if (straight && target && target.man.color !== shard.man.color) return 'pawn-eat';
  if (!straight && target && target.man.color === shard.man.color) return 'pawn-measure';
  return passed ? 'pawn-entangle' : undefined;
}

/** The squares strictly between: the path is free if it is empty or holds one fragment of another chessman. */
export function inBetween(
  working: WorkingBoard,
  shard: WorkingFragment,
  to: Square,
): { free: boolean; passed: WorkingFragment | undefined } {
  let passed: WorkingFragment | undefined;
  for (const square of between(shard.man, shard.square, to)) {
    const met = working.at[square];
    if (met === undefined) continue;
    if (passed !== undefined || !isQuantum(met.man) || met.man === shard.man) return { free: false, passed };
    passed = met;
  }
  return { free: true, passed };
}

/** A king's move from its start square to a castling square always means castling. */
export function castlingSideOf(shard: WorkingFragment, to: Square): CastleSide | undefined {
  const { man } = shard;
  if (man.role !== 'king' || shard.square !== kingHome(man)) return undefined;
  return (['queen', 'king'] as const).find((side) => castlingSquare(man, side) === to);
}

/** Passing a fragment leaves p·q behind and moves p·(1−q); neither may fall below the limit. */
const isTooThin = (p: number, q: number): boolean => q * p < SMALLEST_PROBABILITY || p * (1 - q) < SMALLEST_PROBABILITY;

function areEntangled(working: WorkingBoard, one: WorkingChessman, other: WorkingChessman): boolean {
  return working.pairs.some(([a, b]) => (a.man === one && b.man === other) || (a.man === other && b.man === one));
}
