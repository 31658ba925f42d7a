import { isInCheck } from '../engine/attacks.js';
import { earlyEnd } from '../engine/early-end.js';
import { hasLegalMove } from '../engine/legal.js';
import { play, undo } from '../engine/play.js';
import { type Position, TURN } from '../engine/position.js';

/** The effect of a move that notations mark. */
export type Suffix = 'none' | 'check' | 'win' | 'stalemate';

/**
 * The mark of a legal move; notations do not mark draws by count, repetition or material. Without `stalemates`, a
 * stalemate that draws may count as "none", because detecting it costs more than the rest.
 */
export function suffixOf(position: Position, move: number, stalemates: boolean): Suffix {
  play(position, move);
  const suffix = standing(position, stalemates);
  undo(position);
  return suffix;
}

let scratch = new Int32Array(1 << 12);

function standing(position: Position, stalemates: boolean): Suffix {
  const { tables, state } = position;
  if (tables.hasEarlyEnd) {
    const outcome = earlyEnd(position);
    if (outcome !== null) return outcome.kind === 'win' ? 'win' : 'stalemate';
  }
  const check = isInCheck(position, state[TURN]!);
  const mates = check && tables.endingFlags.checkmate;
  const wins = mates || tables.endingFlags.stalemate !== 'draw';
  if (!wins && !stalemates) return check ? 'check' : 'none';
  if (tables.maxMoves > scratch.length) scratch = new Int32Array(tables.maxMoves);
  if (hasLegalMove(position, scratch)) return check ? 'check' : 'none';
  return wins ? 'win' : 'stalemate';
}
