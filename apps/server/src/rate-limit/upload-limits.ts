import { isIPv6 } from 'node:net';
import type { PersonId } from '@chessmith/people';
import type { Clock, ServiceRefusal, ServiceResult } from '@chessmith/service';
import { err } from '@chessmith/std';
import { LRUCache } from 'lru-cache';
import { personBuckets } from './per-person.js';
import type { BucketLimits } from './token-bucket.js';

/** Who uploads, as far as that is known, and from where. */
export type Uploader = { readonly person: PersonId | null; readonly ip: string };

/** What may be uploaded by one person, and from one address. */
export type UploadLimits = {
  readonly [who in 'person' | 'address']: BucketLimits & {
    /** Uploads that are checked or wait for it. */
    readonly atOnce: number;
  };
};

/** A whole class may sit behind one address. */
export const UPLOAD_LIMITS: UploadLimits = {
  person: { burst: 30, perSecond: 0.5, atOnce: 5 },
  address: { burst: 120, perSecond: 1, atOnce: 40 },
};

/** A check that fails may have cost an interpreter, so it counts as so many uploads that pass. */
const FAILURE_COST = 3;
const BUSY_RETRY_MS = 5000;
const REMEMBERED_AUTHORS = 10_000;

/** Limits uploads of rules by token buckets, and by how many of one person and one address are under way. */
export type Uploads = {
  /** Charges an upload before it is read; a refusal when too many came. */
  charge(uploader: Uploader): ServiceRefusal | null;
  /** Checks an upload unless too many of the same person or address are under way; one that fails is charged more. */
  run<T>(uploader: Uploader & { readonly person: PersonId }, check: () => ServiceResult<T>): ServiceResult<T>;
  /** From where a person last uploaded, since the server started. */
  addressOf(person: string): string | undefined;
};

export function openUploads(clock: Pick<Clock, 'monotonicMs'>, limits: UploadLimits = UPLOAD_LIMITS): Uploads {
  const accounts = { person: personBuckets(limits.person, clock), address: personBuckets(limits.address, clock) };
  const underWay = new Map<string, number>();
  const addresses = new LRUCache<string, string>({ max: REMEMBERED_AUTHORS });

  const keysOf = ({ person, ip }: Uploader) =>
    [['address', networkOf(ip)] as const, ...(person === null ? [] : [['person', person] as const])] as const;

  return {
    charge(uploader) {
      const waits = keysOf(uploader).map(([who, key]) => accounts[who].charge(key));
      const retryAfterMs = Math.max(...waits);
      return retryAfterMs === 0 ? null : tooMany('request/too-many', 'Too many uploads', retryAfterMs);
    },
    async run(uploader, check) {
      const keys = keysOf(uploader);
      if (keys.some(([who, key]) => (underWay.get(key) ?? 0) >= limits[who].atOnce)) {
        return err(tooMany('rulesets/too-many-checks', 'Too many of your uploads are being checked', BUSY_RETRY_MS));
      }
      addresses.set(uploader.person, networkOf(uploader.ip));
      for (const [, key] of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1);
      try {
        const checked = await check();
        if (!checked.ok && !isOurFault(checked.error)) {
          for (const [who, key] of keys) accounts[who].fine(key, FAILURE_COST - 1);
        }
        return checked;
      } finally {
        for (const [, key] of keys) {
          const left = underWay.get(key)! - 1;
          if (left === 0) underWay.delete(key);
          else underWay.set(key, left);
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

/** The address, or for IPv6 the network of 64 bits in which one host may choose any address. */
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
