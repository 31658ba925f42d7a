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
 * How often the current position has occurred since the start, including now. Equal positions have the same side to
 * move, castling rights and legal en passant captures.
 */
export function repetitionsOf(position: Position): number {
  const { state, undo, tables } = position;
  const low = state[HASH_LOW]!;
  const high = state[HASH_HIGH]!;
  const ply = state[PLY]!;
  // A capture or pawn move cannot be reversed, unless captured pieces return from a pocket.
  const first = tables.keepsPockets ? 0 : Math.max(0, ply - state[HALFMOVES]!);
  let times = 1;
  for (let past = ply - 2; past >= first; past -= 2) {
    const frame = past * FRAME;
    if (undo[frame + FRAME_HASH_LOW] === low && undo[frame + FRAME_HASH_HIGH] === high) times++;
  }
  return times;
}
