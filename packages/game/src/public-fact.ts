import type { Fact } from './facts.js';

/** A fact as it may leave the server: without its secret part until the game has ended. */
export function publicFact(fact: Fact, ended: boolean): Fact {
  if (ended || !('secret' in fact)) return fact;
  const { secret: _, ...open } = fact;
  return open as Fact;
}
