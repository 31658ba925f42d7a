import {
  type ClockSetting,
  deadlineOf,
  type Game,
  type GameEnd,
  type Instant,
  isWaiting,
  later,
  publicView,
} from '@chessmith/game';
import type { Json, Referee } from '@chessmith/rules';
import type { Activity, ListedSituation, Listing } from '../ports/index.js';

/** When the server first checks whether a waiting game is to be cancelled (see `waiting.ts`). */
const FIRST_LOOK_MS = 60_000;

/**
 * The listing that a commit stores. A move that changes only the board leaves the summary to the next reader (see
 * `fresh-listings.ts`), because most summaries are never read. Where views are expensive, the position is prepared now,
 * so the summary is written at once.
 */
export function listingAfter(referee: Referee, before: Game, after: Game, when: GameDates): Listing | Activity {
  return referee.cost?.prepare === undefined && isListedAlike(before, after)
    ? { lastActivityAt: when.now, deadline: deadlineOf(after) }
    : listingOf(referee, after, when);
}

const isListedAlike = (before: Game, after: Game): boolean =>
  before.situation === after.situation &&
  before.configuration === after.configuration &&
  before.host === after.host &&
  before.seats === after.seats &&
  before.alias === after.alias &&
  before.joinCode === after.joinCode &&
  before.end === after.end;

/** The listing of a game in this state. */
export function listingOf(referee: Referee, game: Game, when: GameDates): Listing {
  const { situation, configuration, host, seats, alias, joinCode } = game;
  return {
    situation: situation as ListedSituation,
    ruleset: configuration?.ruleset ?? '',
    // A game that is not configured yet is private.
    isPrivate: configuration?.isPrivate ?? true,
    host,
    seats,
    alias,
    joinCode,
    createdAt: when.createdAt,
    lastActivityAt: when.now,
    deadline: isWaiting(game) ? later(when.now, FIRST_LOOK_MS) : deadlineOf(game),
    summary: summaryOf(referee, game, when),
  };
}

export type GameDates = { readonly createdAt: Instant; readonly endedAt: Instant | null; readonly now: Instant };

/** The content of `ListedGame.summary`, for lists and overview pages. */
export type GameSummary = {
  readonly clock: ClockSetting | null;
  readonly isRated: boolean;
  readonly against: string;
  readonly openSeats: boolean;
  readonly ply: number;
  readonly turn: string | null;
  readonly position: string | null;
  readonly lastMove: string | null;
  readonly end: GameEnd | null;
  readonly endedAt: Instant | null;
};

export function summaryOf(referee: Referee, game: Game, { endedAt }: Pick<GameDates, 'endedAt'>): Json {
  const { configuration, board, end } = game;
  const summary: GameSummary = {
    clock: configuration?.clock ?? null,
    isRated: configuration?.isRated ?? false,
    against: configuration?.against ?? 'people',
    openSeats: configuration?.openSeats ?? false,
    ply: board?.moves.length ?? 0,
    turn: board?.turn ?? null,
    position: board === null ? null : (publicView(referee, game)?.notation ?? null),
    lastMove: board?.moves.at(-1)?.notation ?? null,
    end,
    endedAt,
  };
  return summary;
}
