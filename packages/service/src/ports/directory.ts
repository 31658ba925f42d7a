import type { PersonId } from '@chessmith/people';
import type { GameId, Instant, Json, ListedSituation, Version } from './listed-situation.js';

/**
 * The list of all games. Each commit updates it in the same transaction, except for summaries, which may be behind;
 * `summaryVersion` says how far. Private games are not listed; they are found by id, alias, join code or player.
 */
export interface Directory {
  game(id: GameId): Promise<ListedGame | undefined>;
  /** The unfinished game with this alias; the alias is free again when the game ends. */
  gameByAlias(alias: string): Promise<ListedGame | undefined>;
  /** The game with this join code, while one of its seats is open. */
  gameByJoinCode(code: string): Promise<ListedGame | undefined>;
  /** Public games, latest activity first. */
  list(search: GameSearch, page: Page): Promise<GamePage>;
  /** Public and private games that the person plays in, left while they ran, or created; latest activity first. */
  gamesOf(person: PersonId, search: GameSearch, page: Page): Promise<GamePage>;
  /** Games whose deadline is before this instant, earliest first. */
  dueBefore(instant: Instant, limit: number): Promise<readonly ListedGame[]>;
  /** All games, private ones too, in the order of creation, for tools that process all of them. */
  everyGame(page: Page): Promise<GamePage>;
  /**
   * Replaces a listing whose format has changed or whose summary is behind. Does nothing if the game is at another
   * version.
   */
  relist(game: GameId, version: Version, listing: Listing): Promise<void>;
}

export type Listing = {
  readonly situation: ListedSituation;
  readonly ruleset: string;
  readonly isPrivate: boolean;
  readonly host: PersonId | null;
  readonly seats: { readonly white: PersonId | null; readonly black: PersonId | null };
  readonly alias: string | null;
  readonly joinCode: string | null;
  readonly createdAt: Instant;
  readonly lastActivityAt: Instant;
  /** When the running clock runs out; for a waiting game, when to check whether it is cancelled. */
  readonly deadline: Instant | null;
  /** Content of lists; opaque to the store. */
  readonly summary: Json;
};

/** The part of a listing that every move changes, beside the summary. */
export type Activity = Pick<Listing, 'lastActivityAt' | 'deadline'>;

export type ListedGame = Listing & {
  readonly game: GameId;
  readonly version: Version;
  /** The version that the summary describes; all other fields describe `version`. */
  readonly summaryVersion: Version;
};

/** All given conditions must hold. */
export type GameSearch = {
  readonly situations?: readonly ListedSituation[];
  readonly ruleset?: string;
  readonly player?: PersonId;
  /** Whether a seat is free. */
  readonly hasOpenSeat?: boolean;
  readonly aliasBegins?: string;
  readonly isPrivate?: boolean;
};

export type Page = {
  readonly limit: number;
  /**
   * The `next` of the page before; no game is skipped even if games have moved in the list since. In lists by activity
   * it is the last game's activity in milliseconds, a dot and a number. An unknown cursor gives an empty page.
   */
  readonly after?: string;
};

/** `next` is present while more games follow. */
export type GamePage = { readonly games: readonly ListedGame[]; readonly next?: string };
