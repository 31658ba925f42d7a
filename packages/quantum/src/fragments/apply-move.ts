import { canCastle } from './castling-rights.js';
import { entangle, inheritPairs, keepSharedPairs } from './entanglement.js';
import { measure } from './measurement.js';
import { formatSquare, type Square } from './square.js';
import { atMostOne, isQuantum, liftOff, newShard, putOn, type Shard, takeAway } from './table.js';
import { noteCaptured, noteEntangled, noteMoved, type Turn } from './turn.js';
import { castlingSideOf, inBetween } from './validity.js';

/** Plays a move to which nobody objects. */
export function move(turn: Turn, shard: Shard, to: Square): void {
  const side = castlingSideOf(shard, to);
  if (side !== undefined) castle(turn, shard, side);
  else step(turn, shard, to);
}

/** Plays a split to which nobody objects; which of the two targets is real is decided by whoever follows the steps. */
export function split(turn: Turn, shard: Shard, to1: Square, to2: Square): void {
  const { table, steps, happened } = turn;
  const { man } = shard;
  const from = shard.square;
  const castlings = [to1, to2].flatMap((to) => {
    const side = castlingSideOf(shard, to);
    const castling = side && canCastle(table, man, from, side);
    return castling ? [castling] : [];
  });
  for (const { rook, rookFrom, rookTo, side } of castlings) {
    happened.push({ kind: 'castled', color: man.color, side });
    const tower = rook.shards[0]!;
    putOn(table, tower, rookTo);
    rook.moved = true;
    noteMoved(turn, rook, rookFrom, rookTo);
  }
  shard.probability /= 2;
  putOn(table, shard, to1);
  const added = newShard(table, man, to2, shard.probability);
  man.shards.splice(man.shards.indexOf(shard) + 1, 0, added);
  inheritPairs(table, shard, added);
  man.moved = true;
  steps.push({ kind: 'split', man: man.id, from: shard.id, added: added.id });
  const [first, second] = [formatSquare(to1), formatSquare(to2)];
  happened.push({ kind: 'split', role: man.role, color: man.color, from: formatSquare(from), to: [first, second] });
  // The long side first, whichever target was named first.
  for (const { rook, rookFrom, kingTo } of castlings.sort((a, b) => b.side.localeCompare(a.side))) {
    pass(turn, rook.shards[0]!, rookFrom, table.at[kingTo]!);
  }
}

/** Plays a merge to which nobody objects. */
export function merge(turn: Turn, a: Shard, b: Shard, to: Square): void {
  const { table, steps, happened } = turn;
  const { man } = a;
  const from = [formatSquare(a.square), formatSquare(b.square)];
  const probability = atMostOne(a.probability + b.probability);
  const [survivor, other] = a === man.shards[0] ? [a, b] : [b, a];
  keepSharedPairs(table, survivor, other);
  liftOff(table, other);
  survivor.probability = probability;
  putOn(table, survivor, to);
  steps.push({ kind: 'merge', man: man.id, from: other.id, into: survivor.id });
  happened.push({ kind: 'merged', role: man.role, color: man.color, from, to: formatSquare(to) });
}

function step(turn: Turn, shard: Shard, to: Square): void {
  const { table } = turn;
  const { man } = shard;
  const from = shard.square;
  const target = table.at[to];
  const { passed } = inBetween(table, shard, to);
  man.moved = true;
  if (target !== undefined && (isQuantum(man) || isQuantum(target.man))) {
    measure(turn, shard);
    measure(turn, target);
    const blocked = table.at[to]?.man.color === man.color;
    if (table.at[from] !== shard || blocked) return;
  }
  const captured = table.at[to]?.man;
  if (captured !== undefined) {
    noteCaptured(turn, captured, to);
    takeAway(table, captured);
  }
  if (passed !== undefined) pass(turn, shard, to, passed);
  else putOn(table, shard, to);
  noteMoved(turn, man, from, to);
}

/** A fragment slides past another: it goes as far as the other is not there, and stays behind as far as it is. */
function pass(turn: Turn, shard: Shard, to: Square, blocker: Shard): void {
  const { table, steps } = turn;
  const { man } = shard;
  const { probability } = shard;
  const leads = (one: Shard) => one.man.shards[0] === one;
  const index = leads(shard) && !leads(blocker) ? 0 : man.shards.indexOf(shard) + 1;
  shard.probability = blocker.probability * probability;
  const added = newShard(table, man, to, probability * (1 - blocker.probability));
  man.shards.splice(index, 0, added);
  inheritPairs(table, shard, added);
  entangle(table, added, blocker);
  steps.push({
    kind: 'pass',
    man: man.id,
    from: shard.id,
    added: added.id,
    other: blocker.man.id,
    blocker: blocker.id,
  });
  noteEntangled(turn, added, blocker);
}

function castle(turn: Turn, shard: Shard, side: 'king' | 'queen'): void {
  const { table, happened } = turn;
  const { man } = shard;
  const from = shard.square;
  const castling = canCastle(table, man, from, side);
  if (castling === undefined) throw new Error('castling was not checked');
  const { rook, rookFrom, rookTo, kingTo, through } = castling;
  const tower = rook.shards[0]!;
  happened.push({ kind: 'castled', color: man.color, side });
  man.moved = true;
  rook.moved = true;
  if (through !== undefined) pass(turn, tower, rookTo, through);
  else putOn(table, tower, rookTo);
  noteMoved(turn, rook, rookFrom, rookTo);
  putOn(table, shard, kingTo);
  // Where the rook did not get through, the king has not castled either.
  if (through !== undefined) pass(turn, shard, from, table.at[rookTo]!);
  noteMoved(turn, man, from, kingTo);
}
