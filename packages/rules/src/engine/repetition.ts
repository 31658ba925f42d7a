import {
  FRAME,
  FRAME_HASH_HIGH,
  FRAME_HASH_LOW,
  HALFMOVES,
  HASH_HIGH,
  HASH_LOW,
  PLY,
  type Position,
} from './position.js';

/**
 * How often the position on the board has occurred since the start, now included. Equal positions have the same side
 * to move, the same rights and the same legal en passant captures.
 */
export function repetitionsOf(position: Position): number {
  const { state, undo, tables } = position;
  const low = state[HASH_LOW]!;
  const high = state[HASH_HIGH]!;
  const ply = state[PLY]!;
  // What was captured never comes back, unless from a pocket.
  const first = tables.keepsPockets ? 0 : Math.max(0, ply - state[HALFMOVES]!);
  let times = 1;
  for (let past = ply - 2; past >= first; past -= 2) {
    const frame = past * FRAME;
    if (undo[frame + FRAME_HASH_LOW] === low && undo[frame + FRAME_HASH_HIGH] === high) times++;
  }
  return times;
}
