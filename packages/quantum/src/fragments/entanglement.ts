import type { WorkingBoard, WorkingChessman, WorkingFragment } from './working-board.js';

/** Records that one fragment depends on another. */
export function entangle(working: WorkingBoard, later: WorkingFragment, earlier: WorkingFragment): void {
  working.pairs.push([later, earlier]);
}

/** A new fragment inherits the entanglements of the fragment it came from. */
export function inheritPairs(working: WorkingBoard, from: WorkingFragment, heir: WorkingFragment): void {
  for (const [a, b] of [...working.pairs]) {
    if (a === from) working.pairs.push([heir, b]);
    else if (b === from) working.pairs.push([a, heir]);
  }
}

/** When two fragments merge, only the partners that both were entangled with remain. */
export function keepSharedPairs(working: WorkingBoard, survivor: WorkingFragment, other: WorkingFragment): void {
  const shared = new Set(working.pairs.filter((pair) => pair.includes(other)).map((pair) => otherHalf(pair, other)));
  working.pairs = working.pairs.filter((pair) => {
    if (pair.includes(other)) return false;
    return !pair.includes(survivor) || shared.has(otherHalf(pair, survivor));
  });
}

/**
 * Removes the pairs of this fragment. Returns the partners that no other fragment of the chessman is paired with, in
 * order of the pairs.
 */
export function releasePartners(working: WorkingBoard, shard: WorkingFragment): WorkingFragment[] {
  const released: WorkingFragment[] = [];
  for (const pair of [...working.pairs]) {
    if (!pair.includes(shard)) continue;
    const partner = otherHalf(pair, shard);
    const ties = working.pairs.filter((tie) => tie.includes(partner) && otherHalf(tie, partner).man === shard.man);
    if (ties.length <= 1) released.push(partner);
    working.pairs.splice(working.pairs.indexOf(pair), 1);
  }
  return released;
}

/**
 * The fragments of other chessmen that are paired with every one of these fragments. As in the original, pairs in which
 * the other fragment is the newer one count only once, so they suffice only for a single fragment. Sorted by creation.
 */
export function tiedToAll(working: WorkingBoard, shards: readonly WorkingFragment[]): WorkingFragment[] {
  const ties = new Map<WorkingFragment, number>();
  for (const [a, b] of working.pairs) {
    if (shards.includes(a)) ties.set(b, (ties.get(b) ?? 0) + 1);
    else if (shards.includes(b)) ties.set(a, 1);
  }
  return [...ties.entries()]
    .filter(([, count]) => count === shards.length)
    .map(([shard]) => shard)
    .sort((a, b) => a.id - b.id);
}

export function untie(working: WorkingBoard, one: WorkingChessman, other: WorkingChessman): void {
  working.pairs = working.pairs.filter(
    ([a, b]) => !((a.man === one && b.man === other) || (a.man === other && b.man === one)),
  );
}

export const otherHalf = (pair: readonly [WorkingFragment, WorkingFragment], half: WorkingFragment): WorkingFragment =>
  pair[0] === half ? pair[1] : pair[0];
