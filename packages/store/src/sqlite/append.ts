import type { Version } from '@chessmith/game';
import type { Database } from 'better-sqlite3';
import { checksumOf } from './checksum.js';
import { UNINDEXED } from './deferred-index.js';
import { gameRows } from './listing.js';
import type { AppendRequest, AppendResult } from './messages.js';
import { type CachedGame, hashOf, type WriterCache } from './writer-cache.js';
import { parseHead } from './writer-messages.js';

type CommitRow = { readonly last: number; readonly at: number; readonly body_hash: string; readonly answer: string };

/**
 * Appends commits inside the current transaction. There is one writer, so the cache stays valid until the row is written;
 * the unique indexes check keys and versions again when the commit is indexed.
 */
export function prepareAppend(db: Database, cache: WriterCache): (request: AppendRequest) => AppendResult {
  const findCommit = db.prepare<(string | number)[], CommitRow>(`
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
    if (version !== request.expected) return { kind: 'conflict', version: version as Version };

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
    return { kind: 'appended', version: last as Version };
  };

  function insert(n: number, first: number, last: number, request: AppendRequest): void {
    const { actor, key, bodyHash, at, facts, answer, active_at, deadline } = request;
    const checksum = checksumOf({ n, first, last, actor, key, body_hash: bodyHash, at, facts, answer });
    // biome-ignore format: in the order of the columns
    insertCommit.run(
      cache.nextPlace(), n, first, last, actor, key, bodyHash, at, facts, answer, checksum, active_at, deadline,
    );
  }

  function findRepeated({ n }: CachedGame, { actor, key, bodyHash }: AppendRequest): AppendResult | undefined {
    const commit = findCommit.get(n, actor, key, n, actor, key);
    if (commit === undefined) return undefined;
    if (commit.body_hash !== bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', last: commit.last, at: commit.at, answer: commit.answer };
  }
}

const newGame = (n: number): CachedGame => ({ n, version: 0, head: '', keys: new Set() });
