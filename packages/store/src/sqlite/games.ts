import type { GameId, Version } from '@chessmith/game';
import {
  type Appended,
  type Commit,
  type GameDamaged,
  type GameStore,
  type StoredFact,
  StoreUnavailable,
  type VersionedFact,
} from '@chessmith/service';
import { err, ok, type Result } from '@chessmith/std';
import { PLACES_PER_GAME } from './append.mjs';
import { checksumOf } from './checksum.mjs';
import { Damage } from './damage.js';
import { toMs } from './instants.js';
import { listingRow } from './listing-row.js';
import type { AppendAnswer, AppendOrder } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

export function sqliteGames(reader: Reader, writer: Writer): GameStore {
  /** Games in which damage was found. They take no more commits until somebody has looked and started anew. */
  const quarantined = new Set<GameId>();

  const numberOf = (game: GameId) =>
    reader.get<{ n: number; version: number }>('SELECT n, version FROM games WHERE id = ?', game);

  return {
    async append(commit, expected) {
      if (quarantined.has(commit.game)) return { kind: 'damaged' };
      try {
        return appended((await writer.perform(orderOf(commit, expected))) as AppendAnswer);
      } catch (error) {
        if (error instanceof StoreUnavailable) return { kind: 'unavailable', reason: error.message };
        if (!(error instanceof Damage)) throw error;
        quarantined.add(commit.game);
        return { kind: 'damaged' };
      }
    },
    async remembered(game, actor, key) {
      const row = reader.get<{ last: number; body_hash: string; answer: string }>(
        `SELECT last, body_hash, answer FROM commits
         WHERE n = (SELECT n FROM games WHERE id = ?) AND actor = ? AND key = ?`,
        ...[game, actor, key],
      );
      return row && { version: row.last as Version, bodyHash: row.body_hash, answer: JSON.parse(row.answer) };
    },
    async versionOf(game) {
      return (numberOf(game)?.version ?? 0) as Version;
    },
    async factsOf(game, { after = 0 as Version, type } = {}) {
      const known = numberOf(game);
      if (known === undefined) return ok([]);
      const facts = readFacts(reader, game, known, after);
      if (!facts.ok) quarantined.add(game);
      if (!facts.ok || type === undefined) return facts;
      return ok(facts.value.filter((fact) => fact.type === type));
    },
  };
}

type CommitRow = Parameters<typeof checksumOf>[0] & { readonly checksum: number };

/** The facts after a version, or where they stop making sense: a row is wrong, or one is missing. */
export function readFacts(
  reader: Reader,
  game: GameId,
  { n, version }: { readonly n: number; readonly version: number },
  after: number,
): Result<readonly VersionedFact[], GameDamaged> {
  const damagedAt = (place: number) => err({ code: 'store/game-damaged', game, version: place as Version } as const);
  const base = n * PLACES_PER_GAME;
  const facts: VersionedFact[] = [];
  let next: number | undefined = after === 0 ? 1 : undefined;
  try {
    for (const row of reader.all<CommitRow>(COMMITS_FROM, base, base + after + 1, base, base + PLACES_PER_GAME)) {
      const first = row.place - base;
      next ??= first;
      if (first !== next || row.checksum !== checksumOf(row)) return damagedAt(next);
      for (const [index, fact] of (JSON.parse(row.facts) as StoredFact[]).entries()) {
        if (first + index > after) facts.push({ ...fact, version: (first + index) as Version });
      }
      next = row.last + 1;
    }
  } catch (error) {
    if (error instanceof Damage) return damagedAt(next ?? after + 1);
    throw error;
  }
  // A commit may have come between the two questions; what matters is that none is missing.
  return (next ?? 1) <= version ? damagedAt(next ?? 1) : ok(facts);
}

/** All commits of a game from the one on that holds a certain version. */
const COMMITS_FROM = `
  SELECT place, last, actor, key, body_hash, at, facts, answer, checksum FROM commits
  WHERE place >= coalesce((SELECT max(place) FROM commits WHERE place > ? AND place <= ?), ?) AND place < ?
  ORDER BY place`;

function orderOf(commit: Commit, expected: Version): AppendOrder {
  const { game, actor, key, bodyHash, facts, answer, listing, parcels = [] } = commit;
  if (facts.length === 0) throw new RangeError('a commit has at least one fact');
  return {
    kind: 'append',
    expected,
    factCount: facts.length,
    ...{ game, actor, key, bodyHash },
    at: toMs(commit.at),
    facts: JSON.stringify(facts),
    answer: JSON.stringify(answer),
    listing: listingRow(listing),
    parcels: parcels.map(({ topic, body }) => ({ topic, body: JSON.stringify(body) })),
  };
}

function appended(answer: AppendAnswer): Appended {
  if (answer.kind !== 'repeated') return answer;
  return { kind: 'repeated', version: answer.version as Version, answer: JSON.parse(answer.answer) };
}
