import type { Actor, GameId, Version } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type {
  Appended,
  Commit,
  GameStore,
  ListedGame,
  Listing,
  OutboxMessage,
  StoredFact,
  StoredReceipt,
  VersionedFact,
} from '@chessmith/service';
import { ok } from '@chessmith/std';
import { eventLoopQueue } from '../event-loop-queue.js';
import { hasOpenSeat, isUnfinished, participantsAfter } from '../listing.js';

/** Games in the order of creation. */
export type Games = Map<GameId, Game>;

export type Game = {
  listed: ListedGame;
  /** The people in whose own lists the game appears. */
  participants: ReadonlySet<PersonId>;
  readonly facts: VersionedFact[];
  readonly receipts: Map<string, StoredReceipt>;
};

const FACTS_PER_PAGE = 128;

export function emptyGames(): Games {
  return new Map();
}

export function memoryGameStore(
  games: Games,
  enqueue: (messages: readonly OutboxMessage[]) => void,
  isOpen: () => boolean,
): GameStore {
  const nextTurn = eventLoopQueue();
  return {
    async append(commit, expected) {
      if (!isOpen()) return { kind: 'unavailable', reason: 'closed' };
      return append(games, jsonCopy(commit), expected, enqueue);
    },
    async findReceipt(game, actor, key) {
      return games.get(game)?.receipts.get(receiptKey(actor, key));
    },
    async versionOf(game) {
      return versionOf(games.get(game));
    },
    async factsOf(game, { after = 0 as Version, type } = {}) {
      const facts = games.get(game)?.facts.slice(after) ?? [];
      return ok(type === undefined ? facts : facts.filter((fact) => fact.type === type));
    },
    async *factPages(game, after = 0 as Version) {
      let page = games.get(game)?.facts.slice(after, after + FACTS_PER_PAGE) ?? [];
      for (let at = after + FACTS_PER_PAGE; ; at += FACTS_PER_PAGE) {
        yield ok(page);
        page = games.get(game)?.facts.slice(at, at + FACTS_PER_PAGE) ?? [];
        if (page.length === 0) return;
        await nextTurn();
      }
    },
  };
}

function append(
  games: Games,
  commit: Commit,
  expected: Version,
  enqueue: (messages: readonly OutboxMessage[]) => void,
): Appended {
  const current = games.get(commit.game);
  const before = current?.receipts.get(receiptKey(commit.actor, commit.key));
  if (before !== undefined) {
    if (before.bodyHash !== commit.bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', version: before.version, at: before.at, answer: before.answer };
  }
  if (versionOf(current) !== expected) return { kind: 'conflict', version: versionOf(current) };
  const taken = takenName(games, commit);
  if (taken !== undefined) return { kind: taken };

  const version = (expected + commit.facts.length) as Version;
  const listed = listedAfter(current?.listed, commit, version);
  const game: Game = current ?? { listed, participants: new Set(), facts: [], receipts: new Map() };
  for (const [index, fact] of commit.facts.entries()) {
    game.facts.push({ ...(JSON.parse(fact) as StoredFact), version: (expected + index + 1) as Version });
  }
  if (current?.listed.seats !== listed.seats)
    game.participants = participantsAfter(game.participants, current?.listed, listed);
  game.listed = listed;
  game.receipts.set(receiptKey(commit.actor, commit.key), {
    version,
    at: commit.at,
    bodyHash: commit.bodyHash,
    answer: JSON.parse(commit.answer),
  });
  games.set(commit.game, game);
  enqueue(commit.messages ?? []);
  return { kind: 'appended', version };
}

function listedAfter(before: ListedGame | undefined, { game, listing }: Commit, version: Version): ListedGame {
  if ('summary' in listing) return { ...listing, game, version, summaryVersion: version };
  if (before === undefined) throw new RangeError('the first commit of a game needs a complete listing');
  return { ...before, ...listing, version };
}

function takenName(games: Games, { game, listing }: Commit): 'alias-taken' | 'join-code-taken' | undefined {
  if (!('summary' in listing)) return undefined;
  const alias = aliasOf(listing);
  const code = codeOf(listing);
  const before = games.get(game)?.listed;
  const isNew = before === undefined || aliasOf(before) !== alias || codeOf(before) !== code;
  if (!isNew || (alias === null && code === null)) return undefined;
  for (const [id, { listed }] of games) {
    if (id === game) continue;
    if (alias !== null && aliasOf(listed) === alias) return 'alias-taken';
    if (code !== null && codeOf(listed) === code) return 'join-code-taken';
  }
  return undefined;
}

/** The alias that the game reserves now; finished games reserve none. */
function aliasOf(listing: Listing): string | null {
  return isUnfinished(listing) ? listing.alias : null;
}

/** The join code that works now; null without a free seat. */
function codeOf(listing: Listing): string | null {
  return hasOpenSeat(listing) ? listing.joinCode : null;
}

function versionOf(game: Game | undefined): Version {
  return (game?.facts.length ?? 0) as Version;
}

function receiptKey(actor: Actor, key: string): string {
  return `${actor} ${key}`;
}

/** A deep copy through JSON, as from a disk store; the caller's later changes do not reach it. */
function jsonCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
