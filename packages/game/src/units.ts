import type { Brand } from '@chessmith/std';
import { epochMsOf, type Instant, instantAt } from './instants.js';

export { epochMsOf, type Instant, instantAt };

/** The number of facts of a game; the first fact makes version 1. */
export type Version = Brand<number, 'Version'>;
/** Half-moves played, counted from 0 at the start position. */
export type Ply = Brand<number, 'Ply'>;
/** A whole number of milliseconds, never negative. */
export type Millis = Brand<number, 'Millis'>;

/** Rounds down to whole milliseconds; negative values and NaN become 0. */
export const millis = (value: number): Millis =>
  (value > 0 ? Math.floor(Math.min(value, Number.MAX_SAFE_INTEGER)) : 0) as Millis;

/** The time from `from` to `to`; 0 if the system clock went backwards. */
export const elapsedMs = (from: Instant, to: Instant): Millis => millis(epochMsOf(to) - epochMsOf(from));

/** The instant shifted by `byMs`, which may be negative. */
export const later = (instant: Instant, byMs: number): Instant => instantAt(epochMsOf(instant) + byMs);
