import { isInCheck } from '../engine/attacks.js';
import { earlyEnd } from '../engine/early-end.js';
import { countLegal } from '../engine/legal.js';
import { play, undo } from '../engine/play.js';
import { type Position, TURN } from '../engine/position.js';

/** What a move does to the other side, as far as notations write it down. */
export type Suffix = 'none' | 'check' | 'win' | 'stalemate';

let scratch = new Int32Array(1 << 12);

/** How the position stands after a legal move; draws by count, repetition or material are not written in notations. */
export function suffixOf(position: Position, move: number): Suffix {
  play(position, move);
  const suffix = standing(position);
  undo(position);
  return suffix;
}

function standing(position: Position): Suffix {
  const { tables, state } = position;
  if (tables.hasEarlyEnd) {
    const outcome = earlyEnd(position);
    if (outcome !== null) return outcome.kind === 'win' ? 'win' : 'stalemate';
  }
  if (tables.maxMoves > scratch.length) scratch = new Int32Array(tables.maxMoves);
  const check = isInCheck(position, state[TURN]!);
  const moves = countLegal(position, scratch, 0);
  if (moves > 0) return check ? 'check' : 'none';
  return position.tables.ruleset.endings.some(
    (ending) =>
      (ending.kind === 'checkmate' && check) || (ending.kind === 'stalemate' && !check && ending.result !== 'draw'),
  )
    ? 'win'
    : 'stalemate';
}
