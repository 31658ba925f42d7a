import type { PersonId } from '@chessmith/people';
import type { GameId, Instant, Json, ListedSituation, Version } from './listed-situation.js';

/**
 * What is known of all games at a glance. It is derived from facts by whoever appends them, and changes in the same
 * transaction; but summaries may be behind, and say how far they go. A private game is never listed;
 * its id, its alias, its join code and its own people find it here.
 */
export interface Directory {
  game(id: GameId): Promise<ListedGame | undefined>;
  /** The unfinished game of this alias; at the game's end the alias is free again. */
  gameByAlias(alias: string): Promise<ListedGame | undefined>;
  /** The game that this code opens, while one of its seats is open. */
  gameByJoinCode(code: string): Promise<ListedGame | undefined>;
  /** Public games, those with the latest activity first. */
  list(search: GameSearch, page: Page): Promise<GamePage>;
  /**
   * Public and private games in which the person sits, or sat when they ran, or which the person made, the latest activity
   * first.
   */
  gamesOf(person: PersonId, search: GameSearch, page: Page): Promise<GamePage>;
  /** Games whose deadline comes before this instant, the earliest first. */
  dueBefore(instant: Instant, limit: number): Promise<readonly ListedGame[]>;
  /** Every game, private ones too, in the order of their making, for tools that go through all of them. */
  everyGame(page: Page): Promise<GamePage>;
  /** Writes a listing anew where its making has changed or its summary is behind; does nothing if the game is at another version. */
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
  /** When the running clock runs out, if nothing happens before; of a game that waits, when to look whether it is cancelled. */
  readonly deadline: Instant | null;
  /** What lists show beside; the store does not look into it. */
  readonly summary: Json;
};

/** What every move changes in a listing, beside what the summary tells. */
export type Activity = Pick<Listing, 'lastActivityAt' | 'deadline'>;

export type ListedGame = Listing & {
  readonly game: GameId;
  readonly version: Version;
  /** Which version the summary tells of; all else is as of `version`. */
  readonly summaryVersion: Version;
};

/** Every condition that is given must hold. */
export type GameSearch = {
  readonly situations?: readonly ListedSituation[];
  readonly ruleset?: string;
  readonly player?: PersonId;
  /** Whether somebody could still sit down. */
  readonly hasOpenSeat?: boolean;
  readonly aliasBegins?: string;
  readonly isPrivate?: boolean;
};

export type Page = {
  readonly limit: number;
  /**
   * The `next` of the page before: where it ended, so that nothing is left out though games have moved since. In lists by
   * activity that is the milliseconds of the last game's activity, a dot and a number; nothing follows what is none.
   */
  readonly after?: string;
};

/** `next` is there while more games follow. */
export type GamePage = { readonly games: readonly ListedGame[]; readonly next?: string };
