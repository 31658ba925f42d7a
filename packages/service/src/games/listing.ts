import { deadlineOf, type Fact, type Game, type Instant, openView } from '@chessmith/game';
import type { Json, Referee } from '@chessmith/rules';
import type { ListedSituation, Listing } from '../ports/index.js';

/** How the directory shows a game that has just come to this state. */
export function listingOf(referee: Referee, game: Game, createdAt: Instant, now: Instant): Listing {
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
    createdAt,
    lastActivityAt: now,
    deadline: deadlineOf(game),
    summary: summaryOf(referee, game, now),
  };
}

/** What lists and walls of boards show; `endedAt` once there is an end. */
export type GameSummary = {
  readonly clock: Json;
  readonly isRated: boolean;
  readonly against: string;
  readonly openSeats: boolean;
  readonly ply: number;
  readonly turn: string | null;
  readonly position: string | null;
  readonly lastMove: string | null;
  readonly end: Json;
  readonly endedAt: Instant | null;
};

function summaryOf(referee: Referee, game: Game, now: Instant): Json {
  const { configuration, board, end } = game;
  const summary: GameSummary = {
    clock: configuration?.clock ?? null,
    isRated: configuration?.isRated ?? false,
    against: configuration?.against ?? 'people',
    openSeats: configuration?.openSeats ?? false,
    ply: board?.moves.length ?? 0,
    turn: board?.turn ?? null,
    position: board === null ? null : (openView(referee, game)?.notation ?? null),
    lastMove: board?.moves.at(-1)?.notation ?? null,
    end,
    endedAt: end === null ? null : now,
  };
  return summary;
}

/** The types of facts, in order. */
export const typesOf = (facts: readonly Fact[]) => facts.map(({ type }) => type);
