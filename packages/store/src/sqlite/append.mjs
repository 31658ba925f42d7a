import { checksumOf } from './checksum.mjs';
import { gameRows } from './listing.mjs';
import { UNINDEXED } from './unindexed.mjs';
import { hashOf } from './writer-cache.mjs';
import { parseHead } from './writer-messages.mjs';

/** @typedef {import('./messages.js').AppendRequest} AppendRequest */
/** @typedef {import('./messages.js').AppendResult} AppendResult */
/** @typedef {import('./writer-cache.mjs').CachedGame} CachedGame */

/**
 * Appends commits inside the current transaction. There is one writer, so the cache stays valid until the row is written;
 * the unique indexes check keys and versions again when the commit is indexed.
 * @param {import('better-sqlite3').Database} db
 * @param {ReturnType<typeof import('./writer-cache.mjs').openWriterCache>} cache
 * @returns {(request: AppendRequest) => AppendResult}
 */
export function prepareAppend(db, cache) {
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
  const rows = gameRows(db);

  return (request) => {
    const current = cache.game(request.game);
    const command = hashOf(request.actor, request.key);
    // Equal hashes may come from different keys, so the row decides.
    const repeated = current?.keys.has(command) ? findRepeated(current, request) : undefined;
    if (repeated !== undefined) return repeated;
    const version = current?.version ?? 0;
    if (version !== request.expected) return { kind: 'conflict', version: asVersion(version) };

    const head = request.head === '' ? undefined : parseHead(request.head);
    const taken = head && rows.taken(current?.n ?? 0, head);
    if (taken !== undefined) return taken;
    const game = current ?? cache.add(request.game, newGame(rows.insert(request.game)));
    const last = version + request.factCount;
    insert(game.n, version + 1, last, request);
    if (head !== undefined) rows.update(game.n, last, current && parseHead(current.head), { ...head, ...request });
    for (const { topic, body } of request.outboxMessages) insertMessage.run(topic, body);
    game.version = last;
    if (head !== undefined) game.head = request.head;
    game.keys.add(command);
    return { kind: 'appended', version: asVersion(last) };
  };

  /**
   * @param {number} n
   * @param {number} first
   * @param {number} last
   * @param {AppendRequest} request
   */
  function insert(n, first, last, { actor, key, bodyHash, at, facts, answer, active_at, deadline }) {
    const checksum = checksumOf({ n, first, last, actor, key, body_hash: bodyHash, at, facts, answer });
    // biome-ignore format: in the request of the columns
    insertCommit.run(
      cache.nextPlace(), n, first, last, actor, key, bodyHash, at, facts, answer, checksum, active_at, deadline,
    );
  }

  /**
   * @param {CachedGame} game
   * @param {AppendRequest} request
   * @returns {AppendResult | undefined}
   */
  function findRepeated({ n }, { actor, key, bodyHash }) {
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
 * @returns {CachedGame}
 */
function newGame(n) {
  return { n, version: 0, head: '', keys: new Set() };
}

/** @param {number} number */
function asVersion(number) {
  return /** @type {import('@chessmith/game').Version} */ (number);
}
