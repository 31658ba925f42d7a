import type { Instant, Json } from './listed-situation.js';

/**
 * What has to be sent to others because of a fact. It is put in together with the fact (`Commit.parcels`), and stays
 * until it is settled: nothing is lost while the other side is down. A parcel may be sent twice, never zero times.
 */
export interface Outbox {
  /** Parcels whose time has come, oldest first. Nobody else gets them before `until`; then they come again. */
  take(topic: string, now: Instant, until: Instant, limit: number): Promise<readonly TakenMessage[]>;
  /** It has arrived. */
  settle(id: number): Promise<void>;
  /** It has not arrived: try again then. */
  postpone(id: number, until: Instant): Promise<void>;
  /** How many wait, taken ones included. */
  waiting(topic: string): Promise<number>;
}

export type OutboxMessage = { readonly topic: string; readonly body: Json };

export type TakenMessage = OutboxMessage & {
  readonly id: number;
  /** How often it has been taken, this time included. */
  readonly attempts: number;
};
