import { type ClockSetting, deadlineOf, type Game, type GameEnd, type Instant, openGlance } from '@chessmith/game';
import type { Json, Referee } from '@chessmith/rules';
import type { ListedSituation, Listing } from '../ports/index.js';

/** How the directory shows a game that has just come to this state. */
export function listingOf(referee: Referee, game: Game, when: GameDates): Listing {
  const { situation, configuration, host, seats, alias, joinCode } = game;
  return {
    situation: situation as ListedSituation,
    ruleset: configuration?.ruleset ?? '',
    // Until somebody has said otherwise, a game is its maker's own.
    isPrivate: configuration?.isPrivate ?? true,
    host,
    seats,
    alias,
    joinCode,
    createdAt: when.createdAt,
    lastActivityAt: when.now,
    deadline: deadlineOf(game),
    summary: summaryOf(referee, game, when),
  };
}

export type GameDates = { readonly createdAt: Instant; readonly endedAt: Instant | null; readonly now: Instant };

/** What lists and walls of boards show beside the listing; in `ListedGame.summary`. */
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

function summaryOf(referee: Referee, game: Game, { endedAt }: GameDates): Json {
  const { configuration, board, end } = game;
  const summary: GameSummary = {
    clock: configuration?.clock ?? null,
    isRated: configuration?.isRated ?? false,
    against: configuration?.against ?? 'people',
    openSeats: configuration?.openSeats ?? false,
    ply: board?.moves.length ?? 0,
    turn: board?.turn ?? null,
    position: board === null ? null : (openGlance(referee, game)?.notation ?? null),
    lastMove: board?.moves.at(-1)?.notation ?? null,
    end,
    endedAt,
  };
  return summary;
}
