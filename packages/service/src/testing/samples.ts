import type { Actor, GameId, Instant, Version } from '@chessmith/game';
import type { PersonId, PersonName } from '@chessmith/people';
import type { Activity, Commit, Json, Listing, OutboxMessage, Person, StoredFact } from '../ports/index.js';

export const ANNA = 'a0000000-0000-4000-8000-000000000001' as PersonId;
export const BERT = 'b0000000-0000-4000-8000-000000000002' as PersonId;
export const CARL = 'c0000000-0000-4000-8000-000000000003' as PersonId;

/** A game id in the server's format, one per number. */
export function gameId(number: number): GameId {
  return `game${String(number).padStart(8, 'A')}` as GameId;
}

export function version(number: number): Version {
  return number as Version;
}

/** The instant `seconds` after the beginning of 2026 (UTC). */
export function instant(seconds: number): Instant {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString() as Instant;
}

export function person(id: PersonId, name: string | null = null): Person {
  return { id, name: name as PersonName | null, createdAt: instant(0) };
}

/** By default a public game of standard chess that waits for players. */
export function listing(options: Partial<Listing> = {}): Listing {
  return {
    situation: 'waiting-for-players',
    ruleset: 'standard',
    isPrivate: false,
    host: null,
    seats: { white: null, black: null },
    alias: null,
    joinCode: null,
    createdAt: instant(0),
    lastActivityAt: instant(0),
    deadline: null,
    summary: {},
    ...options,
  };
}

export type CommitOptions = {
  readonly actor?: Actor;
  readonly key: string;
  readonly bodyHash?: string;
  readonly facts?: readonly StoredFact[];
  readonly answer?: Json;
  readonly listing?: Partial<Listing>;
  /** Given instead of `listing`: a commit that leaves the summary as it is. */
  readonly activity?: Activity;
  readonly messages?: readonly OutboxMessage[];
};

/** A commit to game 1, with one fact by default. */
export function commitOf(options: CommitOptions): Commit {
  return commitTo(gameId(1), options);
}

export function commitTo(game: GameId, options: CommitOptions): Commit {
  const { actor = ANNA, key, bodyHash = `hash of ${key}`, facts = [fact(key)], answer = { done: key } } = options;
  const messages = options.messages === undefined ? {} : { messages: options.messages };
  return {
    ...{ game, actor, key, bodyHash, at: instant(0) },
    facts: facts.map((one) => JSON.stringify(one)),
    answer: JSON.stringify(answer),
    listing: options.activity ?? listing(options.listing),
    ...messages,
  };
}

export function fact(text: string, type = 'MovePlayed'): StoredFact {
  return { type, schema: 1, open: { says: text } };
}
