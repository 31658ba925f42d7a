import { isIPv6 } from 'node:net';
import type { PersonId } from '@chessmith/people';
import type { Clock, ServiceRefusal, ServiceResult } from '@chessmith/service';
import { err } from '@chessmith/std';
import { LRUCache } from 'lru-cache';
import { personBuckets } from './per-person.js';
import type { BucketLimits } from './token-bucket.js';

/** The person, if known, and the address of an upload. */
export type Uploader = { readonly person: PersonId | null; readonly ip: string };

/** Limits of uploads per person and per address. */
export type UploadLimits = {
  readonly [who in 'person' | 'address']: BucketLimits & {
    /** Uploads that are being checked or queued. */
    readonly atOnce: number;
  };
};

/** Generous, since a whole class may share one address. */
export const UPLOAD_LIMITS: UploadLimits = {
  person: { burst: 30, perSecond: 0.5, atOnce: 5 },
  address: { burst: 120, perSecond: 1, atOnce: 40 },
};

/** A failed check counts as this many uploads, since it may have cost an interpreter. */
const FAILURE_COST = 3;
const BUSY_RETRY_MS = 5000;
const REMEMBERED_AUTHORS = 10_000;

/** Limits uploads by token buckets and by the number in progress. */
export type Uploads = {
  /** Charges an upload before it is read; returns the refusal if there are too many. */
  charge(uploader: Uploader): ServiceRefusal | null;
  /** Checks an upload unless the person or address has too many in progress. A failed check is charged more. */
  run<T>(uploader: Uploader & { readonly person: PersonId }, check: () => ServiceResult<T>): ServiceResult<T>;
  /** The address of a person's last upload since the server started. */
  addressOf(person: string): string | undefined;
};

export function createUploads(clock: Pick<Clock, 'monotonicMs'>, limits: UploadLimits = UPLOAD_LIMITS): Uploads {
  const buckets = { person: personBuckets(limits.person, clock), address: personBuckets(limits.address, clock) };
  const running = new Map<string, number>();
  const addresses = new LRUCache<string, string>({ max: REMEMBERED_AUTHORS });

  const keysOf = ({ person, ip }: Uploader) =>
    [['address', networkOf(ip)] as const, ...(person === null ? [] : [['person', person] as const])] as const;

  return {
    charge(uploader) {
      const waits = keysOf(uploader).map(([who, key]) => buckets[who].charge(key));
      const retryAfterMs = Math.max(...waits);
      return retryAfterMs === 0 ? null : tooMany('request/too-many', 'Too many uploads', retryAfterMs);
    },
    async run(uploader, check) {
      const keys = keysOf(uploader);
      if (keys.some(([who, key]) => (running.get(key) ?? 0) >= limits[who].atOnce)) {
        return err(tooMany('rulesets/too-many-checks', 'Too many of your uploads are being checked', BUSY_RETRY_MS));
      }
      addresses.set(uploader.person, networkOf(uploader.ip));
      for (const [, key] of keys) running.set(key, (running.get(key) ?? 0) + 1);
      try {
        const checked = await check();
        if (!checked.ok && !isOurFault(checked.error)) {
          for (const [who, key] of keys) buckets[who].penalize(key, FAILURE_COST - 1);
        }
        return checked;
      } finally {
        for (const [, key] of keys) {
          const left = running.get(key)! - 1;
          if (left === 0) running.delete(key);
          else running.set(key, left);
        }
      }
    },
    addressOf: (person) => addresses.get(person),
  };
}

const isOurFault = ({ code }: ServiceRefusal): boolean => /^(?:sandbox|store|server)\//.test(code);

function tooMany(code: string, what: string, retryAfterMs: number): ServiceRefusal {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `${what}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { code, message, facts: { retryAfterMs } };
}

/** The address, or the /64 network of an IPv6 address, in which one host may choose any. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped !== null) return mapped[1]!;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groupsIn = (text: string | undefined) => (text ? text.split(':') : []);
  const [first, last] = [groupsIn(head), groupsIn(tail)];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
