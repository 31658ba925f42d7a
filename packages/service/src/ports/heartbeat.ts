import type { Instant } from './listed-situation.js';

/** A sign of life that outlives the process, so that time during which the server was down is charged to nobody. */
export interface Heartbeat {
  /** When the server was last known to live; undefined before the first start ever. */
  lastBeat(): Promise<Instant | undefined>;
  /** Says that the server lives. A clock that was set back does not take the last sign of life back. */
  beat(now: Instant): Promise<void>;
  /**
   * Says that the server lives again; once per start, before the first beat. From here on counts what the clock says
   * now, also if it was set back meanwhile.
   */
  recordStartup(now: Instant): Promise<Startup>;
}

export type Startup = {
  /** The last sign of life; undefined at the first start ever. */
  readonly aliveAt?: Instant;
  /** How long the server was down before this start; never below 0. */
  readonly downMs: number;
  /** How long it was down in all its life; never falls. */
  readonly totalDownMs: number;
};
