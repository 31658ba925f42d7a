import { type Refusal, refusal } from '@chessmith/rules';
import { type Brand, err, ok, type Result } from '@chessmith/std';
import type { ReadingCode } from './codes.js';
import { epochMsOf, type Instant, instantAt } from './instants.js';

export { epochMsOf, type Instant, instantAt };

/** How many facts a game has; the first fact makes version 1. */
export type Version = Brand<number, 'Version'>;
/** Half-moves played, counted from 0 at the start position. */
export type Ply = Brand<number, 'Ply'>;
/** A whole number of milliseconds, never negative. */
export type Millis = Brand<number, 'Millis'>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const parseVersion = whole<Version>('game/bad-version', 'a version: a whole number of at least 0');
export const parsePly = whole<Ply>('game/bad-ply', 'a ply: a whole number of at least 0');
export const parseMillis = whole<Millis>('game/bad-millis', 'milliseconds: a whole number of at least 0');

export function parseInstant(text: string): Result<Instant, Refusal> {
  const isReal = INSTANT.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
  return isReal
    ? ok(text as Instant)
    : err(refusal('game/bad-instant', 'Expected an instant in UTC, to the millisecond.'));
}

/** Rounds down to whole milliseconds; what is below zero, or no number at all, is none. */
export const millis = (value: number): Millis =>
  (value > 0 ? Math.floor(Math.min(value, Number.MAX_SAFE_INTEGER)) : 0) as Millis;

/** How much later `to` is than `from`; a clock that went backwards counts as standing still. */
export const elapsedMs = (from: Instant, to: Instant): Millis => millis(epochMsOf(to) - epochMsOf(from));

export const later = (instant: Instant, byMs: number): Instant => instantAt(epochMsOf(instant) + byMs);

function whole<T extends number>(code: ReadingCode, expected: string) {
  return (value: number): Result<T, Refusal> =>
    Number.isSafeInteger(value) && value >= 0 ? ok(value as T) : err(refusal(code, `Expected ${expected}.`));
}
