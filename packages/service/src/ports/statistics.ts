import type { GameEnd } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { GameId, Instant } from './listed-situation.js';

/** Receives results, through the outbox: each at least once. */
export interface Statistics {
  /** Rejects if it cannot take the result now; the outbox retries. */
  record(finished: FinishedGame): Promise<void>;
}

/** A game with a result; aborted and stopped games have none. */
export type FinishedGame = {
  readonly game: GameId;
  readonly ruleset: string;
  readonly isRated: boolean;
  readonly at: Instant;
  readonly seats: { readonly white: PersonId | null; readonly black: PersonId | null };
  readonly end: Exclude<GameEnd, { readonly kind: 'none' }>;
};
