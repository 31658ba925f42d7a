import { releasePartners, tiedToAll, untie } from './entanglement.js';
import { atMostOne, isQuantum, liftOff, type Shard } from './table.js';
import { noteMeasured, type Turn } from './turn.js';

/**
 * Looks whether the man is really where this fragment stands. What depends on the answer is measured first, so the
 * happenings of partners come before the fragment's own.
 *
 * A chain of measurements may come back to a fragment that it has settled already; the original throws half way then,
 * with the board changed and the turn not. Here there is nothing left to look for, and the chain goes on: a refusal at
 * that point would tell what is hidden and cost nothing.
 */
export function measure(turn: Turn, shard: Shard): void {
  const { man } = shard;
  if (!isQuantum(man) || !man.shards.includes(shard) || turn.measuring.has(shard)) return;
  turn.measuring.add(shard);
  const found = turn.isReal(shard);
  turn.steps.push({ kind: 'measure', man: man.id, fragment: shard.id, found });
  if (found) settleHere(turn, shard);
  else settleElsewhere(turn, shard);
}

function settleHere(turn: Turn, shard: Shard): void {
  const { man } = shard;
  const { probability } = shard;
  shard.probability = 1;
  for (const fragment of [shard, ...man.shards.filter((other) => other !== shard)]) {
    if (man.shards.includes(fragment)) settlePartners(turn, fragment);
  }
  for (const other of man.shards) if (other !== shard) liftOff(turn.table, other);
  shard.probability = 1;
  noteMeasured(turn, shard, true, probability);
}

function settleElsewhere(turn: Turn, shard: Shard): void {
  const { man } = shard;
  const before = shard.probability;
  settlePartners(turn, shard);
  if (man.shards.includes(shard)) {
    const { probability } = shard;
    liftOff(turn.table, shard);
    for (const other of man.shards) other.probability = atMostOne(other.probability / (1 - probability));
  }
  noteMeasured(turn, shard, false, before);
}

/** Measures what was tied to the man through this fragment only, and what is tied to all his other fragments. */
function settlePartners(turn: Turn, shard: Shard): void {
  const { table } = turn;
  for (const partner of releasePartners(table, shard)) measure(turn, partner);
  const rest = shard.man.shards.filter((other) => other !== shard);
  if (rest.length === 0) return;
  for (const partner of tiedToAll(table, rest)) {
    untie(table, shard.man, partner.man);
    measure(turn, partner);
  }
}
