import type { RulesetCard } from '@chessmith/rules';
import type { Clock, Facets, Scores, ServerChance, Service } from '@chessmith/service';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.js';
import type { Backlog } from './rate-limit/backlog.js';
import type { RateLimited } from './rate-limit/rate-limited-service.js';
import type { ReadQuota } from './rate-limit/read-quota.js';
import type { Uploads } from './rate-limit/upload-limits.js';
import type { ClockTicks } from './system/clock-ticks.js';

/** Everything that adapters use; each takes the parts it needs. */
export type Core = RateLimited<Facets> & Pick<Service, 'readiness' | 'gauges'> & ServerParts;

/** The parts of the server beside the use cases. */
export type ServerParts = {
  readonly scores: Scores;
  readonly ticks: ClockTicks;
  readonly reads: ReadQuota;
  readonly backlog: Backlog;
  /**
   * Resolves in a turn of the event loop that no other caller shares, so that long work of all connections does not
   * add up.
   */
  nextTurn(): Promise<void>;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly uploads: Uploads;
  /** The cards of the built-in rulesets. */
  readonly builtInCards: () => Promise<readonly RulesetCard[]>;
};
