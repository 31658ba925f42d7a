import type { Chat } from './facets/chat.js';
import type { Games } from './facets/games.js';
import type { Live } from './facets/live.js';
import type { People } from './facets/people.js';
import type { Queries } from './facets/queries.js';
import type { Rulesets } from './facets/rulesets.js';
import type { Readiness } from './ports/index.js';

export * from './facets/chat.js';
export * from './facets/games.js';
export * from './facets/live.js';
export * from './facets/people.js';
export * from './facets/queries.js';
export * from './facets/query.js';
export * from './facets/result.js';
export * from './facets/rulesets.js';

/**
 * All use cases of the server; an adapter takes the facets it uses. Arguments and results are plain JSON; the caller
 * parses ids (`parseGameId` …).
 */
export interface Facets {
  readonly games: Games;
  readonly queries: Queries;
  readonly live: Live;
  readonly chat: Chat;
  readonly people: People;
  readonly rulesets: Rulesets;
}

export interface Service extends Facets {
  readiness(): Readiness;
  /** Numbers for metrics. */
  gauges(): Gauges;
  /** Finishes pending work and stops all timers; the store stays open. */
  close(): Promise<void>;
}

export type Gauges = {
  readonly gamesInMemory: number;
  readonly subscriptions: number;
  readonly armedDeadlines: number;
};
