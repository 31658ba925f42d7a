import type { Color } from '@chessmith/rules';
import type { PlayedMove } from './board.js';

/** How many plies to undo until this side is to move in place of its last move; 0 if it has not moved. */
export function pliesToTakeBack(moves: readonly PlayedMove[], color: Color): number {
  const last = moves.findLastIndex((move) => move.color === color);
  return last < 0 ? 0 : moves.length - last;
}
