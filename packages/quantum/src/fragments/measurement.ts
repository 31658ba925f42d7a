import { releasePartners, tiedToAll, untie } from './entanglement.js';
import { recordMeasurement, type Turn } from './turn.js';
import { atMostOne, isQuantum, removeFragment, type WorkingFragment } from './working-board.js';

/**
 * Measures whether this fragment is the real one. Dependent fragments are measured first, so their happenings come
 * before its own.
 *
 * A chain of measurements may return to a fragment that is already settled. The original then throws with the board
 * changed but not the turn. Here the chain continues, because a refusal at that point would reveal a secret for free.
 */
export function measure(turn: Turn, shard: WorkingFragment): void {
  const { man } = shard;
  if (!isQuantum(man) || !man.shards.includes(shard) || turn.measuring.has(shard)) return;
  turn.measuring.add(shard);
  const found = turn.isReal(shard);
  turn.steps.push({ kind: 'measure', man: man.id, fragment: shard.id, found });
  if (found) settleHere(turn, shard);
  else settleElsewhere(turn, shard);
}

function settleHere(turn: Turn, shard: WorkingFragment): void {
  const { man } = shard;
  const { probability } = shard;
  shard.probability = 1;
  for (const fragment of [shard, ...man.shards.filter((other) => other !== shard)]) {
    if (man.shards.includes(fragment)) settlePartners(turn, fragment);
  }
  for (const other of man.shards) if (other !== shard) removeFragment(turn.working, other);
  shard.probability = 1;
  recordMeasurement(turn, shard, true, probability);
}

function settleElsewhere(turn: Turn, shard: WorkingFragment): void {
  const { man } = shard;
  const before = shard.probability;
  settlePartners(turn, shard);
  if (man.shards.includes(shard)) {
    const { probability } = shard;
    removeFragment(turn.working, shard);
    for (const other of man.shards) other.probability = atMostOne(other.probability / (1 - probability));
  }
  recordMeasurement(turn, shard, false, before);
}

/**
 * Measures the partners that were paired with the chessman only through this fragment, and those paired with all its
 * other fragments.
 */
function settlePartners(turn: Turn, shard: WorkingFragment): void {
  const { working } = turn;
  for (const partner of releasePartners(working, shard)) measure(turn, partner);
  const rest = shard.man.shards.filter((other) => other !== shard);
  if (rest.length === 0) return;
  for (const partner of tiedToAll(working, rest)) {
    untie(working, shard.man, partner.man);
    measure(turn, partner);
  }
}
