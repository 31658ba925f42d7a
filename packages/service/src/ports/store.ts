import type { Chat } from './chat.js';
import type { Directory } from './directory.js';
import type { GameStore } from './game-store.js';
import type { Heartbeat } from './heartbeat.js';
import type { Outbox } from './outbox.js';
import type { PeopleStore } from './people-store.js';
import type { RulesetStore } from './ruleset-store.js';
import type { Settings } from './settings.js';

/**
 * All that outlives the process. Whatever a promise says it did is durable when it resolves. Where a port names no
 * answer for it, a store that cannot write rejects with `StoreUnavailable`.
 */
export interface Store {
  readonly games: GameStore;
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly chat: Chat;
  readonly outbox: Outbox;
  readonly heartbeat: Heartbeat;
  readonly settings: Settings;
  readonly rulesets: RulesetStore;
  /** Whether it can write, as far as the last write told. */
  readiness(): Readiness;
  /** Finishes what was asked for, then lets go of everything. Later writes are `unavailable`. */
  close(): Promise<void>;
}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/** Thrown where the disk or the database is gone: no answer of the port says that. */
export class StoreUnavailable extends Error {
  readonly code = 'store/unavailable';
  override readonly name = 'StoreUnavailable';
}
