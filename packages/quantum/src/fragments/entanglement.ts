import type { Man, Shard, Table } from './table.js';

/** Notes that one fragment depends on another. */
export function entangle(table: Table, later: Shard, earlier: Shard): void {
  table.pairs.push([later, earlier]);
}

/** A fragment that came from another one is entangled with whatever that one was. */
export function inheritPairs(table: Table, from: Shard, heir: Shard): void {
  for (const [a, b] of [...table.pairs]) {
    if (a === from) table.pairs.push([heir, b]);
    else if (b === from) table.pairs.push([a, heir]);
  }
}

/** Of two fragments that become one, what only one of them was entangled with is forgotten. */
export function keepSharedPairs(table: Table, survivor: Shard, other: Shard): void {
  const shared = new Set(table.pairs.filter((pair) => pair.includes(other)).map((pair) => otherHalf(pair, other)));
  table.pairs = table.pairs.filter((pair) => {
    if (pair.includes(other)) return false;
    return !pair.includes(survivor) || shared.has(otherHalf(pair, survivor));
  });
}

/** The partners that nothing else ties to the man once this fragment is settled, in the order of the notes. */
export function releasePartners(table: Table, shard: Shard): Shard[] {
  const released: Shard[] = [];
  for (const pair of [...table.pairs]) {
    if (!pair.includes(shard)) continue;
    const partner = otherHalf(pair, shard);
    const ties = table.pairs.filter((tie) => tie.includes(partner) && otherHalf(tie, partner).man === shard.man);
    if (ties.length <= 1) released.push(partner);
    table.pairs.splice(table.pairs.indexOf(pair), 1);
  }
  return released;
}

/**
 * The fragments of other men that are tied to every one of these fragments of one man.
 * As in the original, ties are not added up when the other man's fragment is the later half of the note: then one
 * fragment is all that can be tied to. Fragments come in the order in which they arose.
 */
export function tiedToAll(table: Table, shards: readonly Shard[]): Shard[] {
  const ties = new Map<Shard, number>();
  for (const [a, b] of table.pairs) {
    if (shards.includes(a)) ties.set(b, (ties.get(b) ?? 0) + 1);
    else if (shards.includes(b)) ties.set(a, 1);
  }
  return [...ties.entries()]
    .filter(([, count]) => count === shards.length)
    .map(([shard]) => shard)
    .sort((a, b) => a.id - b.id);
}

export function untie(table: Table, one: Man, other: Man): void {
  table.pairs = table.pairs.filter(
    ([a, b]) => !((a.man === one && b.man === other) || (a.man === other && b.man === one)),
  );
}

export const otherHalf = (pair: readonly [Shard, Shard], half: Shard): Shard => (pair[0] === half ? pair[1] : pair[0]);
