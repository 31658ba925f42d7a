import type { Color } from '@chessmith/rules';
import type { PlayedMove } from './game.js';

/** How many plies go back until this side is to move again where it moved last; 0 if it has not moved. */
export function pliesBackTo(moves: readonly PlayedMove[], color: Color): number {
  const last = moves.findLastIndex((move) => move.color === color);
  return last < 0 ? 0 : moves.length - last;
}
