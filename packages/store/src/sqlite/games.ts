import type { GameId, Version } from '@chessmith/game';
import {
  type Appended,
  type Commit,
  type GameDamaged,
  type GameStore,
  type StoredFact,
  type StoredReceipt,
  StoreUnavailable,
  type VersionedFact,
} from '@chessmith/service';
import { err, ok, type Result } from '@chessmith/std';
import { eventLoopQueue } from '../event-loop-queue.js';
import { checksumOf } from './checksum.js';
import { UNINDEXED } from './deferred-index.js';
import { Corruption } from './errors.js';
import { fromMs, toMs } from './instants.js';
import { listingHead } from './listing-row.js';
import type { AppendRequest, AppendResult } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

export function sqliteGames(reader: Reader, writer: Writer): GameStore {
  /** Games with corrupt rows. They accept no commits until the server is restarted. */
  const quarantined = new Set<GameId>();
  const nextTurn = eventLoopQueue();

  return {
    async append(commit, expected) {
      if (quarantined.has(commit.game)) return { kind: 'damaged' };
      try {
        return toAppended((await writer.write(toAppendRequest(commit, expected))) as AppendResult);
      } catch (error) {
        if (error instanceof StoreUnavailable) return { kind: 'unavailable', reason: error.message };
        if (!(error instanceof Corruption)) throw error;
        quarantined.add(commit.game);
        return { kind: 'damaged' };
      }
    },
    async findReceipt(game, actor, key) {
      const command = [game, actor, key];
      const row = reader.get<ReceiptRow>(COMMIT_OF, ...command, ...command);
      return row && { ...receiptOf(row), bodyHash: row.body_hash };
    },
    async versionOf(game) {
      return (gameNumber(reader, game)?.version ?? 0) as Version;
    },
    async factsOf(game, { after = 0 as Version, type } = {}) {
      const facts = readFacts(reader, game, after);
      if (!facts.ok) quarantined.add(game);
      if (!facts.ok || type === undefined) return facts;
      return ok(facts.value.filter((fact) => fact.type === type));
    },
    async *factPages(game, after = 0 as Version) {
      for (let page = readPage(reader, game, { after }); ; page = readPage(reader, game, page)) {
        if (!page.facts.ok) quarantined.add(game);
        yield page.facts;
        if (page.isLast) return;
        await nextTurn();
      }
    },
  };
}

type ReceiptRow = {
  readonly last: number;
  readonly at: number;
  readonly body_hash: string;
  readonly answer: string;
};
type CommitRow = Parameters<typeof checksumOf>[0] & { readonly checksum: number };

/** The facts after a version, or the version of the first corrupt or missing row. */
export function readFacts(reader: Reader, game: GameId, after: number): Result<readonly VersionedFact[], GameDamaged> {
  return readPage(reader, game, { after }, NO_LIMIT).facts;
}

type Position = {
  readonly after: number;
  /** Whether `after` is the last version of a commit, because a page ended there. */
  readonly isEndOfPage?: boolean;
};

type FactPage = Position & {
  readonly facts: Result<readonly VersionedFact[], GameDamaged>;
  readonly isLast: boolean;
};

/** A page ends with the commit that reaches one of these; it takes about a millisecond to read, verify and send. */
const PAGE_LIMIT = { versions: 128, chars: 32 * 1024 };
const NO_LIMIT = { versions: Number.MAX_SAFE_INTEGER / 2, chars: Number.POSITIVE_INFINITY };

/** The facts after a position up to the page limit, or the version of the first corrupt or missing row. */
function readPage(
  reader: Reader,
  game: GameId,
  { after, isEndOfPage = after === 0 }: Position,
  limit = PAGE_LIMIT,
): FactPage {
  const damagedAt = (at: number): FactPage => ({
    facts: err({ code: 'store/game-damaged', game, version: at as Version }),
    after,
    isLast: true,
  });
  const facts: VersionedFact[] = [];
  let chars = 0;
  let next: number | undefined = isEndOfPage ? after + 1 : undefined;
  try {
    const row = gameNumber(reader, game);
    if (row === undefined) return { facts: ok([]), after, isLast: true };
    const { n, version } = row;
    const upTo = after + limit.versions;
    for (const row of reader.all<CommitRow>(COMMITS_BETWEEN, n, upTo, n, n, after + 1, upTo, n)) {
      const { first } = row;
      // The query returns all commits that are not indexed yet, including those of earlier pages.
      if (isEndOfPage && row.last <= after) continue;
      next ??= first;
      if (first !== next || row.checksum !== checksumOf(row)) return damagedAt(next);
      for (const [index, fact] of (JSON.parse(row.facts) as StoredFact[]).entries()) {
        if (first + index > after) facts.push({ ...fact, version: (first + index) as Version });
      }
      next = row.last + 1;
      if (row.last > after) chars += row.facts.length;
      if (chars >= limit.chars) break;
    }
    const isLast = (next ?? 1) > version;
    // A commit may arrive between the two queries, so facts after `version` are fine. Missing ones before it are not.
    if (!isLast && chars < limit.chars && (next ?? 1) <= upTo) return damagedAt(next ?? 1);
    return { facts: ok(facts), after: (next ?? 1) - 1, isEndOfPage: true, isLast };
  } catch (error) {
    if (error instanceof Corruption) return damagedAt(next ?? after + 1);
    throw error;
  }
}

function gameNumber(reader: Reader, game: GameId): { readonly n: number; readonly version: number } | undefined {
  return reader.get(GAME_NUMBER, game);
}

const GAME_NUMBER = `
  SELECT n, max(version, coalesce((SELECT max(last) FROM commits WHERE ${UNINDEXED} AND n = games.n), 0)) AS version
  FROM games WHERE id = ?`;

/** The commits of a game that contain the versions between two values; unindexed commits may also precede them. */
const COMMITS_BETWEEN = `
  SELECT n, first, last, actor, key, body_hash, at, facts, answer, checksum FROM commits
  WHERE n = ? AND first <= ? AND place IN (
    SELECT place FROM commit_versions
    WHERE n = ? AND first >= coalesce((SELECT max(first) FROM commit_versions WHERE n = ? AND first <= ?), 1)
      AND first <= ?
    UNION ALL SELECT place FROM commits WHERE ${UNINDEXED} AND n = ?
  )
  ORDER BY first`;

const GAME = 'n = (SELECT n FROM games WHERE id = ?)';
const COMMIT_OF = `
  SELECT last, at, body_hash, answer FROM commits WHERE place = coalesce(
    (SELECT place FROM commit_keys WHERE ${GAME} AND actor = ? AND key = ?),
    (SELECT place FROM commits WHERE ${UNINDEXED} AND ${GAME} AND actor = ? AND key = ?)
  )`;

// One plain object literal without spreads, for speed: this runs for every move.
function toAppendRequest(commit: Commit, expected: Version): AppendRequest {
  const { facts, listing, messages } = commit;
  if (facts.length === 0) throw new RangeError('a commit needs at least one fact');
  const { lastActivityAt, deadline } = listing;
  const isComplete = 'summary' in listing;
  if (expected === 0 && !isComplete) throw new RangeError('the first commit of a game needs a complete listing');
  const at = toMs(commit.at);
  return {
    kind: 'append',
    expected,
    factCount: facts.length,
    game: commit.game,
    actor: commit.actor,
    key: commit.key,
    bodyHash: commit.bodyHash,
    at,
    facts: `[${facts.join()}]`,
    answer: commit.answer,
    head: isComplete ? listingHead(listing) : '',
    active_at: lastActivityAt === commit.at ? at : toMs(lastActivityAt),
    deadline: deadline === null ? null : toMs(deadline),
    summary: isComplete ? JSON.stringify(listing.summary) : '',
    outboxMessages:
      messages === undefined ? NO_MESSAGES : messages.map(({ topic, body }) => ({ topic, body: JSON.stringify(body) })),
  };
}

const NO_MESSAGES: AppendRequest['outboxMessages'] = [];

function toAppended(result: AppendResult): Appended {
  if (result.kind !== 'repeated') return result;
  return { kind: 'repeated', ...receiptOf(result) };
}

function receiptOf({ last, at, answer }: Omit<ReceiptRow, 'body_hash'>): Omit<StoredReceipt, 'bodyHash'> {
  return { version: last as Version, at: fromMs(at), answer: JSON.parse(answer) };
}
