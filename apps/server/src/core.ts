import type { RulesetCard } from '@chessmith/rules';
import type { Clock, ServerChance, Service, Settings } from '@chessmith/service';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.js';
import type { Backlog } from './edge/backlog.js';
import type { ReadQuota } from './edge/read-quota.js';
import type { Scores } from './edge/scores.js';
import type { Ticks } from './edge/ticks.js';
import type { Uploads } from './edge/upload-limits.js';

/** What every adapter stands on. */
export type Core = {
  readonly service: Service;
  readonly scores: Scores;
  readonly ticks: Ticks;
  readonly reads: ReadQuota;
  readonly backlog: Backlog;
  /** For work that takes long: one piece in each turn of the event loop, over all connections. */
  nextTurn(): Promise<void>;
  readonly settings: Settings;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly uploads: Uploads;
  readonly rulesets: () => Promise<readonly RulesetCard[]>;
};
