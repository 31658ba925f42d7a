import type { GameId, Version } from './listed-situation.js';

/**
 * Says that a game has moved on. A hint may be lost, doubled or late: whoever hears one looks into the store for what
 * came after the version they know.
 */
export interface VersionSignals {
  send(signal: VersionSignal): void;
  /** Calls back for every hint until the returned function is called. */
  listen(listener: (signal: VersionSignal) => void): () => void;
}

export type VersionSignal = { readonly game: GameId; readonly version: Version };
