import type { Clock } from '@chessmith/service';
import { personBuckets } from '../rate-limit/per-person.js';
import { networkOf } from '../rate-limit/upload-limits.js';

/** Limits per address, over all its connections. */
export type AddressLimits = {
  /** Undefined if this address already has all connections it may have. */
  connect(address: string | undefined): AddressUse | undefined;
};

/** One connection of an address. */
export type AddressUse = {
  /** Counts a new match; false if the address has reached its limit for now. */
  mayMakeMatch(): boolean;
  /** The same for a new guest. */
  mayBecomeGuest(): boolean;
  disconnect(): void;
};

export function addressLimits(
  clock: Pick<Clock, 'monotonicMs'>,
  limits: { readonly connections: number; readonly guestsPerMinute: number },
): AddressLimits {
  const perMinute = { burst: limits.guestsPerMinute, perSecond: limits.guestsPerMinute / 60 };
  const matches = personBuckets(perMinute, clock);
  const guests = personBuckets(perMinute, clock);
  const connections = new Map<string, number>();
  return {
    connect(address = '') {
      const network = networkOf(address);
      const before = connections.get(network) ?? 0;
      if (before >= limits.connections) return undefined;
      connections.set(network, before + 1);
      return {
        mayMakeMatch: () => matches.charge(network) === 0,
        mayBecomeGuest: () => guests.charge(network) === 0,
        disconnect() {
          const left = connections.get(network)! - 1;
          if (left === 0) connections.delete(network);
          else connections.set(network, left);
        },
      };
    },
  };
}
