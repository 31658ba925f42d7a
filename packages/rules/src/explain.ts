import type { Position } from './engine/position.js';
import type { Wanted } from './notation/wanted.js';
import { type Refusal, refusal } from './refusal.js';

/** Why a wanted move is not legal in this position: a stable code, a sentence, and the rule that refused. */
export function explainRefusal(position: Position, wanted: Wanted): Refusal {
  return refusal('move/illegal', `This move is not legal ${position.tables.ruleset.title} ${wanted.kind}.`);
}
