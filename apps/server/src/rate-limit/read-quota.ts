import type { PersonId } from '@chessmith/people';
import type { Clock, ServiceRefusal } from '@chessmith/service';
import { personBuckets } from './per-person.js';

/** Who reads: an address, and the person if known. */
export type Reader = { readonly address: string; readonly person: PersonId | null };

/**
 * How much may be read, over REST and WebSocket together. A read takes one unit, and a long answer more, by the work it is to
 * write it. An address has a quota, and each person behind it a quarter of that.
 */
export type ReadQuota = {
  /** Takes one unit off; says after how many milliseconds there will be one if there is none, and otherwise 0. */
  admit(reader: Reader): number;
  /** Takes off what an answer has cost beyond that unit. */
  charge(reader: Reader, units: number): void;
  /** The same for a part of an answer that goes on: says how long to wait before the next, so that other reads are let in. */
  pace(reader: Reader, units: number): number;
};

const BURST_SECONDS = 10;
const OF_ONE_PERSON = 1 / 4;

export function openReadQuota(perSecond: number, clock: Pick<Clock, 'monotonicMs'>): ReadQuota {
  const limits = (share: number) => ({ burst: BURST_SECONDS * perSecond * share, perSecond: perSecond * share });
  const addresses = personBuckets(limits(1), clock);
  const people = personBuckets(limits(OF_ONE_PERSON), clock);
  const pace: ReadQuota['pace'] = ({ address, person }, units) =>
    Math.max(addresses.owe(address, units), person === null ? 0 : people.owe(person, units));
  return {
    admit: ({ address, person }) => Math.max(addresses.charge(address), person === null ? 0 : people.charge(person)),
    charge(reader, units) {
      if (units > 0) pace(reader, units);
    },
    pace,
  };
}

/** The "no" to somebody who has to wait. */
export function readTooMuch(retryAfterMs: number): ServiceRefusal {
  const message = 'Too many reads. Wait as long as `retryAfterMs` says.';
  return { code: 'request/too-many', message, facts: { retryAfterMs } };
}
