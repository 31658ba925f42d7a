import type { Fact } from './facts.js';

/** A fact as it may leave the server: without its secret part while the game has not ended. */
export function publicFact(fact: Fact, hasEnded: boolean): Fact {
  if (hasEnded || !('secret' in fact)) return fact;
  const { secret: _, ...open } = fact;
  return open as Fact;
}
