import type { GameId, Version } from './words.js';

/**
 * Says that a game has moved on. A hint may be lost, doubled or late: whoever hears one looks into the store for what
 * came after the version they know.
 */
export interface Hints {
  give(hint: Hint): void;
  /** Calls back for every hint until the returned function is called. */
  listen(heard: (hint: Hint) => void): () => void;
}

export type Hint = { readonly game: GameId; readonly version: Version };
