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
import { openTurns } from '../turns.js';
import { checksumOf } from './checksum.mjs';
import { Corruption } from './corruption.js';
import { fromMs, toMs } from './instants.js';
import { listingHead } from './listing-row.js';
import type { AppendRequest, AppendResult } from './messages.js';
import type { Reader } from './reader.js';
import { UNINDEXED } from './unindexed.mjs';
import type { Writer } from './writer.js';

export function sqliteGames(reader: Reader, writer: Writer): GameStore {
  /** Games in which damage was found. They take no more commits until somebody has looked and started anew. */
  const quarantined = new Set<GameId>();
  const nextTurn = openTurns();

  return {
    async append(commit, expected) {
      if (quarantined.has(commit.game)) return { kind: 'damaged' };
      try {
        return appended((await writer.perform(orderOf(commit, expected))) as AppendResult);
      } catch (error) {
        if (error instanceof StoreUnavailable) return { kind: 'unavailable', reason: error.message };
        if (!(error instanceof Corruption)) throw error;
        quarantined.add(commit.game);
        return { kind: 'damaged' };
      }
    },
    async findReceipt(game, actor, key) {
      const command = [game, actor, key];
      const row = reader.get<RememberedRow>(COMMIT_OF, ...command, ...command);
      return row && { ...rememberedOf(row), bodyHash: row.body_hash };
    },
    async versionOf(game) {
      return (numberOf(reader, game)?.version ?? 0) as Version;
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

type RememberedRow = {
  readonly last: number;
  readonly at: number;
  readonly body_hash: string;
  readonly answer: string;
};
type CommitRow = Parameters<typeof checksumOf>[0] & { readonly checksum: number };

/** The facts after a version, or where they stop making sense: a row is wrong, or one is missing. */
export function readFacts(reader: Reader, game: GameId, after: number): Result<readonly VersionedFact[], GameDamaged> {
  return readPage(reader, game, { after }, NO_LIMIT).facts;
}

type Place = {
  readonly after: number;
  /** Whether a commit begins behind it, because a page ended there. */
  readonly isEndOfPage?: boolean;
};

type FactPage = Place & {
  readonly facts: Result<readonly VersionedFact[], GameDamaged>;
  readonly isLast: boolean;
};

/** A page ends with the commit that reaches either: about a millisecond to read, check and write out. */
const PAGE = { versions: 128, letters: 32 * 1024 };
const NO_LIMIT = { versions: Number.MAX_SAFE_INTEGER / 2, letters: Number.POSITIVE_INFINITY };

/** The facts behind a place up to the end of a page, or where they stop making sense. */
function readPage(reader: Reader, game: GameId, { after, isEndOfPage = after === 0 }: Place, most = PAGE): FactPage {
  const damagedAt = (at: number): FactPage => ({
    facts: err({ code: 'store/game-damaged', game, version: at as Version }),
    after,
    isLast: true,
  });
  const facts: VersionedFact[] = [];
  let letters = 0;
  let next: number | undefined = isEndOfPage ? after + 1 : undefined;
  try {
    const known = numberOf(reader, game);
    if (known === undefined) return { facts: ok([]), after, isLast: true };
    const { n } = known;
    const upTo = after + most.versions;
    for (const row of reader.all<CommitRow>(COMMITS_BETWEEN, n, upTo, n, n, after + 1, upTo, n)) {
      const { first } = row;
      // Commits that are not indexed yet are all found, also those of the pages before.
      if (isEndOfPage && row.last <= after) continue;
      next ??= first;
      if (first !== next || row.checksum !== checksumOf(row)) return damagedAt(next);
      for (const [index, fact] of (JSON.parse(row.facts) as StoredFact[]).entries()) {
        if (first + index > after) facts.push({ ...fact, version: (first + index) as Version });
      }
      next = row.last + 1;
      if (row.last > after) letters += row.facts.length;
      if (letters >= most.letters) break;
    }
    const isLast = (next ?? 1) > known.version;
    // A commit may have come between the two questions; what matters is that none is missing.
    if (!isLast && letters < most.letters && (next ?? 1) <= upTo) return damagedAt(next ?? 1);
    return { facts: ok(facts), after: (next ?? 1) - 1, isEndOfPage: true, isLast };
  } catch (error) {
    if (error instanceof Corruption) return damagedAt(next ?? after + 1);
    throw error;
  }
}

function numberOf(reader: Reader, game: GameId): { readonly n: number; readonly version: number } | undefined {
  return reader.get(NUMBER_OF, game);
}

const NUMBER_OF = `
  SELECT n, max(version, coalesce((SELECT max(last) FROM commits WHERE ${UNINDEXED} AND n = games.n), 0)) AS version
  FROM games WHERE id = ?`;

/** The commits of a game from the one on that holds a certain version, and perhaps some before, up to another version. */
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

// One plain object, not put together of several: this runs for every move.
function orderOf(commit: Commit, expected: Version): AppendRequest {
  const { facts, listing, messages } = commit;
  if (facts.length === 0) throw new RangeError('a commit has at least one fact');
  const { lastActivityAt, deadline } = listing;
  const isWhole = 'summary' in listing;
  if (expected === 0 && !isWhole) throw new RangeError('the first commit of a game lists it');
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
    head: isWhole ? listingHead(listing) : '',
    active_at: lastActivityAt === commit.at ? at : toMs(lastActivityAt),
    deadline: deadline === null ? null : toMs(deadline),
    summary: isWhole ? JSON.stringify(listing.summary) : '',
    messages:
      messages === undefined ? NO_MESSAGES : messages.map(({ topic, body }) => ({ topic, body: JSON.stringify(body) })),
  };
}

const NO_MESSAGES: AppendRequest['messages'] = [];

function appended(answer: AppendResult): Appended {
  if (answer.kind !== 'repeated') return answer;
  return { kind: 'repeated', ...rememberedOf(answer) };
}

function rememberedOf({ last, at, answer }: Omit<RememberedRow, 'body_hash'>): Omit<StoredReceipt, 'bodyHash'> {
  return { version: last as Version, at: fromMs(at), answer: JSON.parse(answer) };
}
