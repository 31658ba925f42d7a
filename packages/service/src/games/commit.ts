import type { GameId, Instant, Ply, Version } from '@chessmith/game';
import type { CommandReceipt } from '../facets/games.js';
import type { Commit, Hash, OutboxMessage, ServerChance } from '../ports/index.js';
import { canonicalJson } from './canonical-json.js';
import type { CommandBatch } from './command-batch.js';
import type { Judged } from './judge.js';
import { listingAfter } from './listing.js';
import { endIn, type LiveGame } from './live-game.js';
import { storedText } from './stored-facts.js';
import { storedReceipt } from './stored-receipt.js';

/** Length of a SHA-256 hash in hexadecimal digits. */
const HASH_LENGTH = 64;

/** Identifies the body of a command. A body that is no longer than a hash is stored as it is. */
export function fingerprint(body: unknown, hash: Hash): string {
  const text = canonicalJson(body);
  return text.length <= HASH_LENGTH ? text : hash(text);
}

/** Makes commits of judged commands: everything that the store keeps of them, and the receipt for the sender. */
export function commitWriter({ chance, hash }: { readonly chance: ServerChance; readonly hash: Hash }) {
  let generatedKeys = 0;
  const runId = hash(Array.from(chance.bytes(16), String).join()).slice(0, 16);

  return <A extends CommandReceipt>(
    live: LiveGame,
    batch: CommandBatch<A>,
    judged: Judged,
    { now, messages }: { readonly now: Instant; readonly messages: readonly OutboxMessage[] },
  ): { readonly commit: Commit; readonly receipt: A } => {
    const { steps, referee } = judged;
    const { after } = steps.at(-1)!;
    const usual = receiptFor(live.id, judged, now);
    const receipt = batch.receiptFrom === undefined ? (usual as A) : batch.receiptFrom(usual, after);
    const commit: Commit = {
      game: live.id,
      actor: batch.by,
      key: batch.delivery.key ?? batch.keyFor?.(live.game) ?? `${runId}:${++generatedKeys}`,
      bodyHash: fingerprint(batch.body, hash),
      at: now,
      facts: steps.map(({ fact }) => storedText(fact)),
      answer: receipt === usual && usual.next === undefined ? storedReceipt(usual) : JSON.stringify(receipt),
      listing: listingAfter(referee, live.game, after, {
        createdAt: live.createdAt ?? now,
        endedAt: live.endedAt ?? endIn(steps),
        now,
      }),
      messages: messages.length === 0 ? undefined : messages,
    };
    return { commit, receipt };
  };
}

function receiptFor(game: GameId, { steps }: Judged, at: Instant): CommandReceipt {
  const { after } = steps[steps.length - 1]!;
  const receipt: CommandReceipt = {
    game,
    version: after.version as Version,
    at,
    facts: steps.map(({ fact }) => fact.type),
    situation: after.situation,
    ply: (after.board?.moves.length ?? 0) as Ply,
  };
  return steps.some(({ fact }) => fact.type === 'RematchAccepted') ? { ...receipt, next: after.next! } : receipt;
}
