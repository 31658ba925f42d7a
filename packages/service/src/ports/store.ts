import type { ChatStore } from './chat.js';
import type { Directory } from './directory.js';
import type { GameStore } from './game-store.js';
import type { Heartbeat } from './heartbeat.js';
import type { Outbox } from './outbox.js';
import type { PeopleStore } from './people-store.js';
import type { RulesetStore } from './ruleset-store.js';
import type { Settings } from './settings.js';

/**
 * Everything that outlives the process. A write is durable when its promise resolves. A store that cannot write rejects
 * with `StoreUnavailable`, where the port has no result for that.
 */
export interface Store {
  readonly games: GameStore;
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly chat: ChatStore;
  readonly outbox: Outbox;
  readonly heartbeat: Heartbeat;
  readonly settings: Settings;
  readonly rulesets: RulesetStore;
  /** Whether the last write succeeded. */
  readiness(): Readiness;
  /** Finishes pending work and releases everything. Later writes are `unavailable`. */
  close(): Promise<void>;
}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/** Thrown where the port has no result for a disk or database that fails. */
export class StoreUnavailable extends Error {
  readonly code = 'store/unavailable';
  override readonly name = 'StoreUnavailable';
}
