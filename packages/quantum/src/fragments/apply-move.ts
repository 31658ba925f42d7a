import { canCastle } from './castling-rights.js';
import { entangle, inheritPairs, keepSharedPairs } from './entanglement.js';
import { measure } from './measurement.js';
import { formatSquare, type Square } from './square.js';
import { recordCapture, recordEntanglement, recordMove, type Turn } from './turn.js';
import { castlingSideOf, inBetween } from './validity.js';
import {
  addFragment,
  atMostOne,
  isQuantum,
  placeFragment,
  removeChessman,
  removeFragment,
  type WorkingFragment,
} from './working-board.js';

/** Plays a valid move. */
export function move(turn: Turn, shard: WorkingFragment, to: Square): void {
  const side = castlingSideOf(shard, to);
  if (side !== undefined) castle(turn, shard, side);
  else step(turn, shard, to);
}

/** Plays a valid split. The board does not record which target is real; `applyStep` decides that from the coin. */
export function split(turn: Turn, shard: WorkingFragment, to1: Square, to2: Square): void {
  const { working, steps, happened } = turn;
  const { man } = shard;
  const from = shard.square;
  const castlings = [to1, to2].flatMap((to) => {
    const side = castlingSideOf(shard, to);
    const castling = side && canCastle(working, man, from, side);
    return castling ? [castling] : [];
  });
  for (const { rook, rookFrom, rookTo, side } of castlings) {
    happened.push({ kind: 'castled', color: man.color, side });
    const tower = rook.shards[0]!;
    placeFragment(working, tower, rookTo);
    rook.moved = true;
    recordMove(turn, rook, rookFrom, rookTo);
  }
  shard.probability /= 2;
  placeFragment(working, shard, to1);
  const added = addFragment(working, man, to2, shard.probability);
  man.shards.splice(man.shards.indexOf(shard) + 1, 0, added);
  inheritPairs(working, shard, added);
  man.moved = true;
  steps.push({ kind: 'split', man: man.id, from: shard.id, added: added.id });
  const [first, second] = [formatSquare(to1), formatSquare(to2)];
  happened.push({ kind: 'split', role: man.role, color: man.color, from: formatSquare(from), to: [first, second] });
  // The queen's side comes first, in whichever order the targets were named.
  for (const { rook, rookFrom, kingTo } of castlings.sort((a, b) => b.side.localeCompare(a.side))) {
    pass(turn, rook.shards[0]!, rookFrom, working.at[kingTo]!);
  }
}

/** Plays a valid merge. */
export function merge(turn: Turn, a: WorkingFragment, b: WorkingFragment, to: Square): void {
  const { working, steps, happened } = turn;
  const { man } = a;
  const from = [formatSquare(a.square), formatSquare(b.square)];
  const probability = atMostOne(a.probability + b.probability);
  const [survivor, other] = a === man.shards[0] ? [a, b] : [b, a];
  keepSharedPairs(working, survivor, other);
  removeFragment(working, other);
  survivor.probability = probability;
  placeFragment(working, survivor, to);
  steps.push({ kind: 'merge', man: man.id, from: other.id, into: survivor.id });
  happened.push({ kind: 'merged', role: man.role, color: man.color, from, to: formatSquare(to) });
}

function step(turn: Turn, shard: WorkingFragment, to: Square): void {
  const { working } = turn;
  const { man } = shard;
  const from = shard.square;
  const target = working.at[to];
  const { passed } = inBetween(working, shard, to);
  man.moved = true;
  if (target !== undefined && (isQuantum(man) || isQuantum(target.man))) {
    measure(turn, shard);
    measure(turn, target);
    const blocked = working.at[to]?.man.color === man.color;
    if (working.at[from] !== shard || blocked) return;
  }
  const captured = working.at[to]?.man;
  if (captured !== undefined) {
    recordCapture(turn, captured, to);
    removeChessman(working, captured);
  }
  if (passed !== undefined) pass(turn, shard, to, passed);
  else placeFragment(working, shard, to);
  recordMove(turn, man, from, to);
}

/**
 * A fragment slides past another one: it moves on with the probability that the blocker is not there, and otherwise
 * stays.
 */
function pass(turn: Turn, shard: WorkingFragment, to: Square, blocker: WorkingFragment): void {
  const { working, steps } = turn;
  const { man } = shard;
  const { probability } = shard;
  const leads = (one: WorkingFragment) => one.man.shards[0] === one;
  const index = leads(shard) && !leads(blocker) ? 0 : man.shards.indexOf(shard) + 1;
  shard.probability = blocker.probability * probability;
  const added = addFragment(working, man, to, probability * (1 - blocker.probability));
  man.shards.splice(index, 0, added);
  inheritPairs(working, shard, added);
  entangle(working, added, blocker);
  steps.push({
    kind: 'pass',
    man: man.id,
    from: shard.id,
    added: added.id,
    other: blocker.man.id,
    blocker: blocker.id,
  });
  recordEntanglement(turn, added, blocker);
}

function castle(turn: Turn, shard: WorkingFragment, side: 'king' | 'queen'): void {
  const { working, happened } = turn;
  const { man } = shard;
  const from = shard.square;
  const castling = canCastle(working, man, from, side);
  if (castling === undefined) throw new Error('castling was played without validation');
  const { rook, rookFrom, rookTo, kingTo, through } = castling;
  const tower = rook.shards[0]!;
  happened.push({ kind: 'castled', color: man.color, side });
  man.moved = true;
  rook.moved = true;
  if (through !== undefined) pass(turn, tower, rookTo, through);
  else placeFragment(working, tower, rookTo);
  recordMove(turn, rook, rookFrom, rookTo);
  placeFragment(working, shard, kingTo);
  // If the rook did not get through, the king has not castled either.
  if (through !== undefined) pass(turn, shard, from, working.at[rookTo]!);
  recordMove(turn, man, from, kingTo);
}
