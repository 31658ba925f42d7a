import type { GameId } from '@chessmith/game';
import type { CommandReceipt } from '../facets/games.js';
import type { Json, JsonText, StoredReceipt } from '../ports/index.js';

/**
 * The part of a receipt that is stored: what the commit itself does not contain. Receipts with more fields than usual are
 * stored whole.
 */
export const storedReceipt = ({ situation, ply, facts }: CommandReceipt): JsonText =>
  JSON.stringify([situation, ply, ...facts]);

/** The receipt from its stored part. */
export function receiptOf(game: GameId, { version, at, answer }: Omit<StoredReceipt, 'bodyHash'>): Json {
  if (!Array.isArray(answer)) return answer;
  const [situation, ply, ...facts] = answer as [Json, Json, ...Json[]];
  return { game, version, at, facts, situation, ply };
}
