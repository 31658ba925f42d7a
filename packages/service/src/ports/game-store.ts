import type { Result } from '@chessmith/std';
import type { Activity, Listing } from './directory.js';
import type { Actor, GameId, Instant, Json, Version } from './listed-situation.js';
import type { OutboxMessage } from './outbox.js';

/**
 * Where the facts of games are kept. They are appended and never changed; the log of a game is the only truth about it.
 * A game's version is how many facts it has; a game of which nothing is stored has version 0.
 */
export interface GameStore {
  /**
   * Stores all facts of one command, or none. When the promise resolves with `appended` they survive a crash and a power
   * cut, and reads see them. `expected` is the version the command was judged at.
   */
  append(commit: Commit, expected: Version): Promise<Appended>;
  /** What is kept of the answer to an accepted command; undefined for a key that was never used, or only by refused commands. */
  findReceipt(game: GameId, actor: Actor, key: string): Promise<StoredReceipt | undefined>;
  versionOf(game: GameId): Promise<Version>;
  /** The facts in their order, all or those chosen; none for an unknown game. */
  factsOf(game: GameId, which?: FactFilter): Promise<Result<readonly VersionedFact[], GameDamaged>>;
  /**
   * The facts after a version in pages of moderate size, read when they are asked for; others have their turn between two
   * pages. Ends with the first page that is damaged.
   */
  factPages(game: GameId, after?: Version): AsyncIterable<Result<readonly VersionedFact[], GameDamaged>>;
}

/** A fact as it is kept, whatever it says. `secret` never leaves the server before the game has ended. */
export type StoredFact = {
  readonly type: string;
  /** In which version of its type's schema it was written. */
  readonly schema: number;
  readonly open: Json;
  readonly secret?: Json;
};

export type VersionedFact = StoredFact & { readonly version: Version };

/** JSON as text: what is only kept and sent on is written down once. */
export type JsonText = string;

/** All that one accepted command brings about, in one transaction. */
export type Commit = {
  readonly game: GameId;
  readonly actor: Actor;
  /** The command's idempotency key, unique per game and actor. */
  readonly key: string;
  /** Tells a repeated command from another one under the same key. */
  readonly bodyHash: string;
  readonly at: Instant;
  /** Each a `StoredFact`; at least one. */
  readonly facts: readonly JsonText[];
  /** Of what the sender is told, what is needed to tell it again whenever the command comes again. */
  readonly answer: JsonText;
  /**
   * How the directory shows the game from now on. Where nothing changes but what its summary tells, as with most moves,
   * the activity is enough, and the summary stays behind. The first commit of a game has a whole listing.
   */
  readonly listing: Listing | Activity;
  /** What has to be sent elsewhere because of this. */
  readonly messages?: readonly OutboxMessage[] | undefined;
};

export type Appended =
  | { readonly kind: 'appended'; readonly version: Version }
  /** The game is at another version than expected: load it again and judge again. */
  | { readonly kind: 'conflict'; readonly version: Version }
  /** This very command was accepted before; nothing was stored now. `version` is the one it led to then. */
  | ({ readonly kind: 'repeated' } & Omit<StoredReceipt, 'bodyHash'>)
  /** The key was used by this actor for something else. */
  | { readonly kind: 'key-reused' }
  /** Another unfinished game has the alias, or another game with an open seat the join code. */
  | { readonly kind: 'alias-taken' }
  | { readonly kind: 'join-code-taken' }
  | { readonly kind: 'damaged' }
  /**
   * The store cannot write. Mostly nothing was stored; where the connection broke at the wrong moment nobody knows, and
   * the same command with the same key finds out.
   */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type StoredReceipt = {
  readonly version: Version;
  readonly at: Instant;
  readonly bodyHash: string;
  readonly answer: Json;
};

export type FactFilter = {
  /** Only those with a higher version. */
  readonly after?: Version;
  readonly type?: string;
};

/** What is stored of this game is not what was written; the game is out of play until somebody has looked. */
export type GameDamaged = { readonly code: 'store/game-damaged'; readonly game: GameId; readonly version: Version };
