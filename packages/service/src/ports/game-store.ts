import type { Result } from '@chessmith/std';
import type { Activity, Listing } from './directory.js';
import type { Actor, GameId, Instant, Json, Version } from './listed-situation.js';
import type { OutboxMessage } from './outbox.js';

/**
 * Stores the facts of games. They are appended and never changed, and are the only truth about a game. A game's version
 * is its number of facts; an unknown game has version 0.
 */
export interface GameStore {
  /**
   * Stores all facts of a commit, or none. When it resolves with `appended`, they survive a crash and a power cut, and
   * reads see them. `expected` is the version that the command was judged at.
   */
  append(commit: Commit, expected: Version): Promise<Appended>;
  /** The stored part of the receipt for an accepted command; undefined for a key that no accepted command used. */
  findReceipt(game: GameId, actor: Actor, key: string): Promise<StoredReceipt | undefined>;
  versionOf(game: GameId): Promise<Version>;
  /** The facts in order, all or filtered; none for an unknown game. */
  factsOf(game: GameId, which?: FactFilter): Promise<Result<readonly VersionedFact[], GameDamaged>>;
  /**
   * The facts after a version in pages of moderate size, read on demand; other requests run between two pages. Ends
   * with the first damaged page.
   */
  factPages(game: GameId, after?: Version): AsyncIterable<Result<readonly VersionedFact[], GameDamaged>>;
}

/** A fact as stored; opaque to the store. `secret` never leaves the server before the game has ended. */
export type StoredFact = {
  readonly type: string;
  /** The schema version of this type of fact. */
  readonly schema: number;
  readonly open: Json;
  readonly secret?: Json;
};

export type VersionedFact = StoredFact & { readonly version: Version };

/** JSON as text: serialised once, then stored or sent as it is. */
export type JsonText = string;

/** Everything that one accepted command changes, in one transaction. */
export type Commit = {
  readonly game: GameId;
  readonly actor: Actor;
  /** The command's idempotency key, unique per game and actor. */
  readonly key: string;
  /** Distinguishes a repeated command from another one under the same key. */
  readonly bodyHash: string;
  readonly at: Instant;
  /** Each is a `StoredFact` as JSON; at least one. */
  readonly facts: readonly JsonText[];
  /** The part of the receipt that is needed to repeat it when the command arrives again. */
  readonly answer: JsonText;
  /**
   * The game's new listing. If only the summary would change, as with most moves, the activity suffices and the summary
   * falls behind. The first commit of a game has a complete listing.
   */
  readonly listing: Listing | Activity;
  readonly messages?: readonly OutboxMessage[] | undefined;
};

export type Appended =
  | { readonly kind: 'appended'; readonly version: Version }
  /** The game is at another version: load it and judge again. */
  | { readonly kind: 'conflict'; readonly version: Version }
  /** The same command was accepted before; nothing was stored now. `version` is the one it led to then. */
  | ({ readonly kind: 'repeated' } & Omit<StoredReceipt, 'bodyHash'>)
  /** The actor has used the key for another command. */
  | { readonly kind: 'key-reused' }
  /** Another unfinished game has the alias, or another game with an open seat has the join code. */
  | { readonly kind: 'alias-taken' }
  | { readonly kind: 'join-code-taken' }
  | { readonly kind: 'damaged' }
  /**
   * The store cannot write. Usually nothing was stored; if a connection broke during the commit, that is unknown, and
   * repeating the command with the same key finds out.
   */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type StoredReceipt = {
  readonly version: Version;
  readonly at: Instant;
  readonly bodyHash: string;
  readonly answer: Json;
};

export type FactFilter = {
  /** Only facts with a higher version. */
  readonly after?: Version;
  readonly type?: string;
};

/** The stored data of this game is corrupt; the game cannot be played until somebody repairs it. */
export type GameDamaged = { readonly code: 'store/game-damaged'; readonly game: GameId; readonly version: Version };
