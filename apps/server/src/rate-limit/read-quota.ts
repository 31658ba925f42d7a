import type { PersonId } from '@chessmith/people';
import type { Clock, ServiceRefusal } from '@chessmith/service';
import { personBuckets } from './per-person.js';

/** The address of a reader, and the person if known. */
export type Reader = { readonly address: string; readonly person: PersonId | null };

/**
 * Limits reads over REST and WebSocket together. A read costs one unit, a long response more. An address has a quota,
 * and each person behind it a quarter of it.
 */
export type ReadQuota = {
  /** Takes one unit. Returns 0, or the milliseconds until there is one. */
  admit(reader: Reader): number;
  /** Takes the cost of a response beyond the first unit. */
  charge(reader: Reader, units: number): void;
  /**
   * The same for a part of a streamed response. Returns how long to wait before the next part, so that other reads
   * get through.
   */
  pace(reader: Reader, units: number): number;
};

const BURST_SECONDS = 10;
const PERSON_SHARE = 1 / 4;

export function createReadQuota(perSecond: number, clock: Pick<Clock, 'monotonicMs'>): ReadQuota {
  const limits = (share: number) => ({ burst: BURST_SECONDS * perSecond * share, perSecond: perSecond * share });
  const addresses = personBuckets(limits(1), clock);
  const people = personBuckets(limits(PERSON_SHARE), clock);
  const pace: ReadQuota['pace'] = ({ address, person }, units) =>
    Math.max(addresses.takeWithDebt(address, units), person === null ? 0 : people.takeWithDebt(person, units));
  return {
    admit: ({ address, person }) => Math.max(addresses.charge(address), person === null ? 0 : people.charge(person)),
    charge(reader, units) {
      if (units > 0) pace(reader, units);
    },
    pace,
  };
}

/** The refusal with the time to wait. */
export function readTooMuch(retryAfterMs: number): ServiceRefusal {
  const message = 'Too many reads. Wait as long as `retryAfterMs` says.';
  return { code: 'request/too-many', message, facts: { retryAfterMs } };
}
