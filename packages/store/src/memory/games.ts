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
import { hasOpenSeat, isUnfinished, peopleAfter } from '../listing.js';
import { openTurns } from '../turns.js';

/** Games in the order of their making. */
export type Games = Map<GameId, Game>;

export type Game = {
  listed: ListedGame;
  /** Who finds it among their own. */
  people: ReadonlySet<PersonId>;
  readonly facts: VersionedFact[];
  readonly answers: Map<string, StoredReceipt>;
};

/** In facts. */
const PAGE = 128;

export function emptyGames(): Games {
  return new Map();
}

export function memoryGameStore(
  games: Games,
  enqueue: (messages: readonly OutboxMessage[]) => void,
  isOpen: () => boolean,
): GameStore {
  const nextTurn = openTurns();
  return {
    async append(commit, expected) {
      if (!isOpen()) return { kind: 'unavailable', reason: 'closed' };
      return append(games, asStored(commit), expected, enqueue);
    },
    async findReceipt(game, actor, key) {
      return games.get(game)?.answers.get(slot(actor, key));
    },
    async versionOf(game) {
      return versionOf(games.get(game));
    },
    async factsOf(game, { after = 0 as Version, type } = {}) {
      const facts = games.get(game)?.facts.slice(after) ?? [];
      return ok(type === undefined ? facts : facts.filter((fact) => fact.type === type));
    },
    async *factPages(game, after = 0 as Version) {
      let page = games.get(game)?.facts.slice(after, after + PAGE) ?? [];
      for (let at = after + PAGE; ; at += PAGE) {
        yield ok(page);
        page = games.get(game)?.facts.slice(at, at + PAGE) ?? [];
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
  const known = games.get(commit.game);
  const before = known?.answers.get(slot(commit.actor, commit.key));
  if (before !== undefined) {
    if (before.bodyHash !== commit.bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', version: before.version, at: before.at, answer: before.answer };
  }
  if (versionOf(known) !== expected) return { kind: 'conflict', version: versionOf(known) };
  const taken = takenWord(games, commit);
  if (taken !== undefined) return { kind: taken };

  const version = (expected + commit.facts.length) as Version;
  const listed = listedAfter(known?.listed, commit, version);
  const game: Game = known ?? { listed, people: new Set(), facts: [], answers: new Map() };
  for (const [index, fact] of commit.facts.entries()) {
    game.facts.push({ ...(JSON.parse(fact) as StoredFact), version: (expected + index + 1) as Version });
  }
  if (known?.listed.seats !== listed.seats) game.people = peopleAfter(game.people, known?.listed, listed);
  game.listed = listed;
  game.answers.set(slot(commit.actor, commit.key), {
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
  if (before === undefined) throw new RangeError('the first commit of a game lists it');
  return { ...before, ...listing, version };
}

function takenWord(games: Games, { game, listing }: Commit): 'alias-taken' | 'join-code-taken' | undefined {
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

/** The alias that nobody else may have now. */
function aliasOf(listing: Listing): string | null {
  return isUnfinished(listing) ? listing.alias : null;
}

/** The code that opens a seat now. */
function codeOf(listing: Listing): string | null {
  return hasOpenSeat(listing) ? listing.joinCode : null;
}

function versionOf(game: Game | undefined): Version {
  return (game?.facts.length ?? 0) as Version;
}

function slot(actor: Actor, key: string): string {
  return `${actor} ${key}`;
}

/** As it would come back from a disk, and out of reach of whoever gave it. */
function asStored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
