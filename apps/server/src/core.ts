import type { RulesetCard } from '@chessmith/rules';
import type { Clock, ServerChance, Service } from '@chessmith/service';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.js';

/** What every adapter stands on. */
export type Core = {
  readonly service: Service;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly rulesets: () => Promise<readonly RulesetCard[]>;
  /** How often one address may ask for a new guest, per minute. */
  readonly guestsPerMinute: number;
};
