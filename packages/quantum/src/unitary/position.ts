import type { Outcome } from '@chessmith/rules';
import type { Board } from './board.js';
import { type FiftyRule, kingsOutcome, outcomeOf, type Royal } from './endings.js';
import { positionHash } from './hash.js';

/** The referee's immutable position: its board is never played on, and a ruling contains a copy. */
export type QuantumPosition = {
  readonly board: Board;
  readonly free: boolean;
  readonly fiftyRule: FiftyRule;
  readonly royal: Royal;
  readonly history: History;
  /** How often this position has occurred, including now. */
  readonly repeats: number;
  readonly outcome: Outcome | null;
};

/** The hashes of all positions of the game, the current one first. */
export type History = { readonly hash: string; readonly before: History | null };

export type Rulebook = Pick<QuantumPosition, 'free' | 'fiftyRule' | 'royal'>;

export function positionOf(
  board: Board,
  { free, fiftyRule, royal }: Rulebook,
  before: History | null,
): QuantumPosition {
  const hash = positionHash(board);
  let repeats = 1;
  for (let past = before; past !== null; past = past.before) if (past.hash === hash) repeats++;
  // In analysis, stalemate does not end the game; lost kings are still reported.
  const outcome = free ? kingsOutcome(board, royal) : outcomeOf(board, royal);
  return { board, free, fiftyRule, royal, history: { hash, before }, repeats, outcome };
}
