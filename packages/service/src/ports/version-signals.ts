import type { GameId, Version } from './listed-situation.js';

/**
 * Tells other servers that a game has a new version. A signal may be lost, doubled or late: the receiver reads the
 * store for everything after the version it knows.
 */
export interface VersionSignals {
  send(signal: VersionSignal): void;
  /** Calls back for every signal until the returned function is called. */
  listen(listener: (signal: VersionSignal) => void): () => void;
}

export type VersionSignal = { readonly game: GameId; readonly version: Version };
