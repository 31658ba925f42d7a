import type { Instant } from '@chessmith/game';

/** Instants are kept as milliseconds since 1970: a third of the room, and they compare as numbers. */
export function toMs(instant: Instant): number {
  return Date.parse(instant);
}

export function fromMs(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}
