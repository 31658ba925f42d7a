import type { GameEnd } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { GameId, Instant } from './listed-situation.js';

/** Where results go. They come through the outbox: each at least once, perhaps more than once, never zero times. */
export interface Statistics {
  /** Rejects while it cannot take the result; it is brought again later. */
  record(finished: FinishedGame): Promise<void>;
}

/** A game with a result; one that was aborted or stopped has none. */
export type FinishedGame = {
  readonly game: GameId;
  readonly ruleset: string;
  readonly isRated: boolean;
  readonly at: Instant;
  readonly seats: { readonly white: PersonId | null; readonly black: PersonId | null };
  readonly end: Exclude<GameEnd, { readonly kind: 'none' }>;
};
