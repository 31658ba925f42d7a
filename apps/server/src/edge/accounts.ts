import type { PersonId } from '@chessmith/people';
import type { Clock } from '@chessmith/service';
import { type CreditLimits, type Credits, openCredits, spend, waitMs } from './credits.js';

/** Credits of many people. */
export type Accounts = {
  /** Takes one off; says after how many milliseconds there will be one if there is none, and otherwise 0. */
  charge(person: PersonId): number;
};

/**
 * Opens an account for everybody who comes. Whoever stays away until all credits have come back is forgotten: accounts live
 * for two spans of that length, and those that are used go over from the old span into the new one.
 */
export function openAccounts(limits: CreditLimits, clock: Pick<Clock, 'monotonicMs'>): Accounts {
  const spanMs = (limits.burst / limits.perSecond) * 1000;
  let old = new Map<PersonId, Credits>();
  let used = new Map<PersonId, Credits>();
  let sinceMs = clock.monotonicMs();

  function accountOf(person: PersonId, nowMs: number): Credits {
    if (nowMs - sinceMs >= spanMs) {
      old = nowMs - sinceMs < 2 * spanMs ? used : new Map();
      used = new Map();
      sinceMs = nowMs;
    }
    const mine = used.get(person);
    if (mine !== undefined) return mine;
    const credits = old.get(person) ?? openCredits(limits);
    used.set(person, credits);
    return credits;
  }

  return {
    charge(person) {
      const nowMs = clock.monotonicMs();
      const credits = accountOf(person, nowMs);
      return spend(credits, nowMs) ? 0 : waitMs(credits);
    },
  };
}
