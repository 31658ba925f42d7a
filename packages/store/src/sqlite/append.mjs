import { checksumOf } from './checksum.mjs';
import { listing } from './listing.mjs';
import { UNINDEXED } from './unindexed.mjs';
import { hashOf } from './writer-cache.mjs';
import { parseHead } from './writer-messages.mjs';

/** @typedef {import('./messages.js').AppendRequest} AppendOrder */
/** @typedef {import('./messages.js').AppendResult} AppendAnswer */
/** @typedef {import('./writer-cache.mjs').KnownGame} KnownGame */

/**
 * Appends commits inside the transaction that is open. There is one writer, so what the ledger says stays true until the
 * row is written; the unique indexes say the same once more when it is filed.
 * @param {import('better-sqlite3').Database} db
 * @param {ReturnType<typeof import('./writer-cache.mjs').openWriterCache>} ledger
 * @returns {(order: AppendOrder) => AppendAnswer}
 */
export function appending(db, ledger) {
  const findCommit = db.prepare(`
    SELECT last, at, body_hash, answer FROM commits WHERE place = coalesce(
      (SELECT place FROM commit_keys WHERE n = ? AND actor = ? AND key = ?),
      (SELECT place FROM commits WHERE ${UNINDEXED} AND n = ? AND actor = ? AND key = ?)
    )`);
  const insertCommit = db.prepare(`
    INSERT INTO commits
      (place, n, first, last, actor, key, body_hash, at, facts, answer, checksum, active_at, deadline)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertMessage = db.prepare('INSERT INTO outbox (topic, body) VALUES (?, ?)');
  const lists = listing(db);

  return (order) => {
    const known = ledger.game(order.game);
    const command = hashOf(order.actor, order.key);
    const before = known?.keys.has(command) ? repeated(known, order) : undefined;
    if (before !== undefined) return before;
    const version = known?.version ?? 0;
    if (version !== order.expected) return { kind: 'conflict', version: asVersion(version) };

    const head = order.head === '' ? undefined : parseHead(order.head);
    const taken = head && lists.taken(known?.n ?? 0, head);
    if (taken !== undefined) return taken;
    const game = known ?? ledger.know(order.game, newGame(lists.insert(order.game)));
    const last = version + order.factCount;
    insert(game.n, version + 1, last, order);
    if (head !== undefined) lists.update(game.n, last, known && parseHead(known.head), { ...head, ...order });
    for (const { topic, body } of order.messages) insertMessage.run(topic, body);
    game.version = last;
    if (head !== undefined) game.head = order.head;
    game.keys.add(command);
    return { kind: 'appended', version: asVersion(last) };
  };

  /**
   * @param {number} n
   * @param {number} first
   * @param {number} last
   * @param {AppendOrder} order
   */
  function insert(n, first, last, { actor, key, bodyHash, at, facts, answer, active_at, deadline }) {
    const checksum = checksumOf({ n, first, last, actor, key, body_hash: bodyHash, at, facts, answer });
    // biome-ignore format: in the order of the columns
    insertCommit.run(
      ledger.nextPlace(), n, first, last, actor, key, bodyHash, at, facts, answer, checksum, active_at, deadline,
    );
  }

  /**
   * @param {KnownGame} known
   * @param {AppendOrder} order
   * @returns {AppendAnswer | undefined}
   */
  function repeated({ n }, { actor, key, bodyHash }) {
    const commit = /** @type {{ last: number, at: number, body_hash: string, answer: string } | undefined} */ (
      findCommit.get(n, actor, key, n, actor, key)
    );
    if (commit === undefined) return undefined;
    if (commit.body_hash !== bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', last: commit.last, at: commit.at, answer: commit.answer };
  }
}

/**
 * @param {number} n
 * @returns {KnownGame}
 */
function newGame(n) {
  return { n, version: 0, head: '', keys: new Set() };
}

/** @param {number} number */
function asVersion(number) {
  return /** @type {import('@chessmith/game').Version} */ (number);
}
