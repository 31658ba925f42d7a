import type { Instant } from './listed-situation.js';

/** Stores that the server is alive, so that no player is charged for downtime. */
export interface Heartbeat {
  /** The last stored heartbeat; undefined before the first start. */
  lastBeat(): Promise<Instant | undefined>;
  /** Stores a heartbeat. An earlier instant, from a clock that was set back, changes nothing. */
  beat(now: Instant): Promise<void>;
  /**
   * Records a start of the server; once per start, before the first beat. The stored heartbeat becomes `now`, even if
   * the clock was set back.
   */
  recordStartup(now: Instant): Promise<Startup>;
}

export type Startup = {
  /** The last heartbeat before this start; undefined at the first start. */
  readonly aliveAt?: Instant;
  /** How long the server was down before this start; never below 0. */
  readonly downMs: number;
  /** The sum of all downtimes; never falls. */
  readonly totalDownMs: number;
};
