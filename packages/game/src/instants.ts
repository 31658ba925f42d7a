import type { Brand } from '@chessmith/std';

/** A point in time as `2026-11-15T05:03:50.123Z`, always UTC and always with milliseconds. */
export type Instant = Brand<string, 'Instant'>;

/** Instants are read and written several times for every move, by hand: `Date` takes five times as long. */
const DAY_MS = 86_400_000;
const digits = (count: number) => (_: unknown, number: number) => String(number).padStart(count, '0');
const TWO = Array.from({ length: 60 }, digits(2));
const THREE = Array.from({ length: 1000 }, digits(3));

let knownDay = Number.NaN;
let knownDate = '';

/** What was written last, by its last digit: the present and the next deadline are asked for again and again. */
const writtenMs: number[] = new Array(10).fill(Number.NaN);
const written: Instant[] = new Array(10).fill('');

/** The instant so many milliseconds after 1970 began, for edges that read a clock. */
export function instantAt(epochMs: number): Instant {
  const ms = Math.floor(epochMs);
  const slot = ms % 10;
  if (writtenMs[slot] === ms) return written[slot]!;
  const day = Math.floor(ms / DAY_MS);
  if (day !== knownDay) {
    knownDate = new Date(ms).toISOString().slice(0, -'00:00:00.000Z'.length);
    knownDay = day;
  }
  const inDay = ms - day * DAY_MS;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[inDay % 1000]}Z`;
  const instant = (knownDate + time) as Instant;
  if (slot >= 0) {
    writtenMs[slot] = ms;
    written[slot] = instant;
  }
  return instant;
}

/** Milliseconds since 1970 began. */
export function epochMsOf(instant: Instant): number {
  const slot = instant.charCodeAt(22) - ZERO;
  if (written[slot] === instant) return writtenMs[slot]!;
  if (instant.length !== '1970-01-01T00:00:00.000Z'.length) return Date.parse(instant);
  const minutes = 60 * pair(instant, 11) + pair(instant, 14);
  const ms = 10 * pair(instant, 20) + instant.charCodeAt(22) - ZERO;
  return dayOf(instant) + 60_000 * minutes + 1000 * pair(instant, 17) + ms;
}

/** When the day of an instant began; most are of today. */
function dayOf(instant: Instant): number {
  if (instant.startsWith(knownDate) && knownDate !== '') return knownDay * DAY_MS;
  return Date.UTC(100 * pair(instant, 0) + pair(instant, 2), pair(instant, 5) - 1, pair(instant, 8));
}

const ZERO = 48;

const pair = (text: string, at: number): number => 10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;
