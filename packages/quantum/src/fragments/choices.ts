import type { Choice } from '@chessmith/rules';
import { type CastleSide, canCastle, rookArrival } from './castling-rights.js';
import { reach } from './geometry.js';
import type { FragmentsPosition } from './position.js';
import { formatSquare, type Square } from './square.js';
import { castlingSideOf, objectionToMergeTarget, objectionToSplitTarget, objectionWithinReach } from './validity.js';
import {
  isQuantum,
  readOnlyBoard,
  type WorkingBoard,
  type WorkingChessman,
  type WorkingFragment,
} from './working-board.js';

/**
 * Exactly the moves that will be accepted from the side to move (in analysis: from both sides). A split may combine any
 * two targets except those in `notBoth`. Two fragments merge within a group, and each pair of fragments has its own
 * group.
 */
export function choicesOf(position: FragmentsPosition): Choice[] {
  if (position.winner !== null && !position.free) return [];
  const working = readOnlyBoard(position.board);
  const men = working.men.filter((man) => position.free || man.color === position.turn);
  const shards = men.flatMap((man) => man.shards).sort((a, b) => a.square - b.square);
  const reached = new Map(shards.map((shard) => [shard, reach(working, shard.man, shard.square)]));
  return [
    ...shards.flatMap((shard) => movesOf(working, shard, reached.get(shard)!)),
    ...shards.flatMap((shard) => splitsOf(working, shard, reached.get(shard)!)),
    ...men.filter(isQuantum).flatMap((man) => mergesOf(working, man, reached)),
  ];
}

function movesOf(working: WorkingBoard, shard: WorkingFragment, reached: readonly Square[]): Choice[] {
  const to = reached.filter((to) => objectionWithinReach(working, shard, to) === undefined);
  return to.length === 0 ? [] : [{ kind: 'move', from: formatSquare(shard.square), to: to.map(formatSquare) }];
}

function splitsOf(working: WorkingBoard, shard: WorkingFragment, reached: readonly Square[]): Choice[] {
  const { man } = shard;
  const castlings = SIDES.map((side) => (man.role === 'king' ? canCastle(working, man, shard.square, side) : undefined))
    .filter((castling) => castling !== undefined)
    .filter(({ through }) => through === undefined);
  const targets = reached.filter((to) =>
    castlingSideOf(shard, to) === undefined
      ? objectionToSplitTarget(working, shard, to) === undefined
      : castlings.some(({ kingTo }) => kingTo === to),
  );
  const apart = castlings
    .map(({ kingTo, side }) => [kingTo, rookArrival(man, side)] as const)
    .filter((pair) => pair.every((square) => targets.includes(square)));
  const goTogether = (one: Square, other: Square) =>
    one !== other && !apart.some((pair) => pair.includes(one) && pair.includes(other));
  const to = targets.filter((one) => targets.some((other) => goTogether(one, other)));
  if (to.length === 0) return [];
  const notBoth = apart.map(([one, other]) => [formatSquare(one), formatSquare(other)] as const);
  const choice = { kind: 'split', from: formatSquare(shard.square), to: to.map(formatSquare) } as const;
  return [notBoth.length === 0 ? choice : { ...choice, notBoth }];
}

function mergesOf(
  working: WorkingBoard,
  man: WorkingChessman,
  reached: ReadonlyMap<WorkingFragment, readonly Square[]>,
): Choice[] {
  const shards = [...man.shards].sort((a, b) => a.square - b.square);
  const targets = shards.map((shard) =>
    [...reached.get(shard)!, shard.square].filter((to) => {
      const there = working.at[to];
      const open = there === undefined || there.man === man;
      return open && objectionToMergeTarget(working, shard, to) === undefined;
    }),
  );
  return shards.flatMap((one, i) =>
    shards.slice(i + 1).flatMap((other, j): Choice[] => {
      const to = targets[i]!.filter((square) => {
        const there = working.at[square];
        const open = there === undefined || there === one || there === other;
        return open && targets[i + 1 + j]!.includes(square);
      }).map(formatSquare);
      if (to.length === 0) return [];
      const group = `${formatSquare(one.square)}${formatSquare(other.square)}`;
      return [one, other].map((shard) => ({ kind: 'merge', from: formatSquare(shard.square), group, to }));
    }),
  );
}

const SIDES: readonly CastleSide[] = ['queen', 'king'];
