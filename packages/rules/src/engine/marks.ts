import { FRAME, FRAME_MARKS, HASH_HIGH, HASH_LOW, PLY, type Position } from './position.js';

/** Moves the marks "promoted from" and "unmoved" along with a piece. */
export function moveMarks(
  position: Position,
  from: number,
  to: number,
  victimSquare: number,
  promotedFrom: number,
): void {
  const { promotedFrom: origins, unmoved, undo: stack, state } = position;
  stack[(state[PLY]! - 1) * FRAME + FRAME_MARKS] =
    origins[victimSquare]! | (origins[from]! << 8) | (unmoved[victimSquare]! << 16) | (unmoved[from]! << 17);
  const origin = promotedFrom > 0 ? promotedFrom : origins[from]!;
  markOrigin(position, victimSquare, 0);
  markOrigin(position, from, 0);
  markOrigin(position, to, origin);
  touch(position, victimSquare);
  touch(position, from);
}

/** A promoted piece hashes differently, because a pocket takes it as a pawn. */
export function markOrigin(position: Position, square: number, origin: number): void {
  const { promotedFrom, state, tables } = position;
  if ((promotedFrom[square] !== 0) !== (origin !== 0)) {
    state[HASH_LOW]! ^= tables.keys.promoted[2 * square]!;
    state[HASH_HIGH]! ^= tables.keys.promoted[2 * square + 1]!;
  }
  promotedFrom[square] = origin;
}

/** Restores the marks that the move in this frame changed. */
export function restoreMarks(position: Position, from: number, to: number, victimSquare: number, frame: number): void {
  const { promotedFrom, unmoved } = position;
  const marks = position.undo[frame + FRAME_MARKS]!;
  promotedFrom[to] = 0;
  promotedFrom[from] = (marks >> 8) & 255;
  promotedFrom[victimSquare] = marks & 255;
  unmoved[from] = (marks >> 17) & 1;
  unmoved[victimSquare] = (marks >> 16) & 1;
}

/** Marks the piece on this square, if any, as moved. */
export function touch(position: Position, square: number): void {
  const { unmoved, state, tables } = position;
  if (unmoved[square] === 0) return;
  unmoved[square] = 0;
  state[HASH_LOW]! ^= tables.keys.unmoved[2 * square]!;
  state[HASH_HIGH]! ^= tables.keys.unmoved[2 * square + 1]!;
}
