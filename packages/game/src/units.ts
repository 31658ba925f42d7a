import type { Brand } from '@chessmith/std';
import { epochMsOf, type Instant, instantAt } from './instants.js';

export { epochMsOf, type Instant, instantAt };

/** How many facts a game has; the first fact makes version 1. */
export type Version = Brand<number, 'Version'>;
/** Half-moves played, counted from 0 at the start position. */
export type Ply = Brand<number, 'Ply'>;
/** A whole number of milliseconds, never negative. */
export type Millis = Brand<number, 'Millis'>;

/** Rounds down to whole milliseconds; what is below zero, or no number at all, is none. */
export const millis = (value: number): Millis =>
  (value > 0 ? Math.floor(Math.min(value, Number.MAX_SAFE_INTEGER)) : 0) as Millis;

/** How much later `to` is than `from`; a clock that went backwards counts as standing still. */
export const elapsedMs = (from: Instant, to: Instant): Millis => millis(epochMsOf(to) - epochMsOf(from));

/** So many milliseconds on; back, if they are below zero. */
export const later = (instant: Instant, byMs: number): Instant => instantAt(epochMsOf(instant) + byMs);
