import type {
  AnswerCache,
  Clock,
  Digest,
  Hints,
  Log,
  Referees,
  ServerChance,
  Statistics,
  Store,
} from './ports/index.js';
import type { Service } from './service.js';

/** All that the service asks of the world around it. */
export type Ports = {
  readonly store: Store;
  readonly referees: Referees;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly digest: Digest;
  readonly cache: AnswerCache;
  readonly hints: Hints;
  readonly statistics: Statistics;
  readonly log: Log;
};

/** Limits that a machine may want set otherwise. */
export type Limits = {
  /** Games without a listener that are kept in memory. */
  readonly gamesInMemory: number;
  /** Beyond so many facts a returning listener gets a snapshot. */
  readonly replayedFacts: number;
  /** Answers that wait to be computed ahead; further ones are computed when they are asked for. */
  readonly questionsAhead: number;
  readonly heartbeatMs: number;
};

/** Opens the house: takes up the games where they were left, lets flags fall that are due, and then answers. */
export type OpenService = (ports: Ports, limits?: Partial<Limits>) => Promise<Service>;
