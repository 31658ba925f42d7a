import type { Instant, Json } from './listed-situation.js';

/**
 * Messages to other systems. They are stored in the same commit as the facts that cause them (`Commit.messages`) and
 * stay until they are settled, so that each is delivered at least once.
 */
export interface Outbox {
  /** Leases due messages, oldest first. They are not given out again before `until`. */
  take(topic: string, now: Instant, until: Instant, limit: number): Promise<readonly TakenMessage[]>;
  /** The message was delivered. */
  settle(id: number): Promise<void>;
  /** The message was not delivered: give it out again at `until`. */
  postpone(id: number, until: Instant): Promise<void>;
  /** The number of unsettled messages, taken ones included. */
  waiting(topic: string): Promise<number>;
}

export type OutboxMessage = { readonly topic: string; readonly body: Json };

export type TakenMessage = OutboxMessage & {
  readonly id: number;
  /** The number of times that the message was taken, this time included. */
  readonly attempts: number;
};
