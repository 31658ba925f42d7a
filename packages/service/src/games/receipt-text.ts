import type { GameId } from '@chessmith/game';
import type { Json, JsonText, StoredReceipt } from '../ports/index.js';
import type { CommandReceipt } from '../service.js';

/** A command's yes as JSON, for whoever sent it. */
export function receiptText({ game, version, at, facts, situation, ply, next }: CommandReceipt): JsonText {
  const rest = next === undefined ? '' : `,"next":"${next}"`;
  return (
    `{"game":"${game}","version":${version},"at":"${at}","facts":["${facts.join('","')}"],` +
    `"situation":"${situation}","ply":${ply}${rest}}`
  );
}

/** What the store keeps of it: what does not stand in the commit anyway. */
export function storedReceiptText(receipt: CommandReceipt): JsonText {
  if (receipt.next !== undefined) return receiptText(receipt);
  return `["${receipt.situation}",${receipt.ply},"${receipt.facts.join('","')}"]`;
}

/** What a command was answered, of what the store has kept of it. */
export function receiptOf(game: GameId, { version, at, answer }: Omit<StoredReceipt, 'bodyHash'>): Json {
  if (!Array.isArray(answer)) return answer;
  const [situation, ply, ...facts] = answer as [Json, Json, ...Json[]];
  return { game, version, at, facts, situation, ply };
}
