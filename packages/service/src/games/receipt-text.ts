import type { GameId } from '@chessmith/game';
import type { Json, JsonText, StoredReceipt } from '../ports/index.js';
import type { CommandReceipt } from '../service.js';

/** A receipt as JSON, as the client gets it. */
export function receiptText({ game, version, at, facts, situation, ply, next }: CommandReceipt): JsonText {
  const rest = next === undefined ? '' : `,"next":"${next}"`;
  return (
    `{"game":"${game}","version":${version},"at":"${at}","facts":["${facts.join('","')}"],` +
    `"situation":"${situation}","ply":${ply}${rest}}`
  );
}

/**
 * The part of a receipt that is stored: what the commit itself does not contain. Receipts with `next` are stored whole.
 */
export function storedReceiptText(receipt: CommandReceipt): JsonText {
  if (receipt.next !== undefined) return receiptText(receipt);
  return `["${receipt.situation}",${receipt.ply},"${receipt.facts.join('","')}"]`;
}

/** The receipt from its stored part. */
export function receiptOf(game: GameId, { version, at, answer }: Omit<StoredReceipt, 'bodyHash'>): Json {
  if (!Array.isArray(answer)) return answer;
  const [situation, ply, ...facts] = answer as [Json, Json, ...Json[]];
  return { game, version, at, facts, situation, ply };
}
