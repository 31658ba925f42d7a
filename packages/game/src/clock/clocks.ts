import type { Color } from '@chessmith/rules';
import { bothSides, type Sides, sideOf, withSide } from '../sides.js';
import { elapsedMs, type Instant, later, type Millis, millis } from '../units.js';
import { type ClockSetting, fullTimeMs } from './setting.js';

/** The clock readings at a fact. Facts store them, so that replaying a game computes no times. */
export type ClockReadings = {
  readonly remainingMs: Sides<Millis>;
  /** How much network delay the server still compensates for each side. */
  readonly lagQuotaMs: Sides<Millis>;
};

/** The clocks of a game: their readings at `since`; from then on the clock of `running` counts down. */
export type Clocks = ClockReadings & { readonly running: Color | null; readonly since: Instant };

/** The lag compensation with which each side starts; also its maximum. */
export const LAG_QUOTA_MS = 500;
/** The lag compensation that a side regains with each of its moves. */
export const LAG_REGAINED_MS = 100;

/** The readings before the first move; null for games without a clock. */
export function initialReadings(setting: ClockSetting): ClockReadings | null {
  if (setting.kind === 'none') return null;
  const fullMs = fullTimeMs(setting);
  const quotaMs = millis(setting.kind === 'days-per-move' ? 0 : LAG_QUOTA_MS);
  return { remainingMs: bothSides(() => fullMs), lagQuotaMs: bothSides(() => quotaMs) };
}

export const startClocks = (readings: ClockReadings, running: Color | null, since: Instant): Clocks => ({
  remainingMs: readings.remainingMs,
  lagQuotaMs: readings.lagQuotaMs,
  running,
  since,
});

/** What the clocks show at `now`; never below zero. */
export function readClocks({ remainingMs, running, since }: Clocks, now: Instant): Sides<Millis> {
  return running === null
    ? remainingMs
    : withSide(remainingMs, running, millis(sideOf(remainingMs, running) - elapsedMs(since, now)));
}

/** The readings at `now`, without lag compensation. */
export const readingsAt = (clocks: Clocks, now: Instant): ClockReadings => ({
  remainingMs: readClocks(clocks, now),
  lagQuotaMs: clocks.lagQuotaMs,
});

/**
 * The readings after a move of the running side; undefined if its flag fell before. Compensates the network delay up to the
 * quota and up to the elapsed time, so a clock gains at most its increment.
 */
export function readingsAfterMove(
  setting: ClockSetting,
  clocks: Clocks,
  now: Instant,
  lagMs: number,
): ClockReadings | undefined {
  const { running, since, remainingMs, lagQuotaMs } = clocks;
  if (setting.kind === 'none' || running === null) return { remainingMs, lagQuotaMs };
  const tookMs = elapsedMs(since, now);
  const compensatedMs = Math.min(millis(lagMs), sideOf(lagQuotaMs, running), tookMs);
  const leftMs = sideOf(remainingMs, running) - (tookMs - compensatedMs);
  if (leftMs <= 0) return undefined;
  const quotaLeftMs = sideOf(lagQuotaMs, running) - compensatedMs + LAG_REGAINED_MS;
  return {
    remainingMs:
      setting.kind === 'per-player'
        ? withSide(remainingMs, running, millis(leftMs + setting.incrementMs))
        : bothSides(() => fullTimeMs(setting)),
    lagQuotaMs:
      setting.kind === 'days-per-move'
        ? lagQuotaMs
        : withSide(lagQuotaMs, running, millis(Math.min(LAG_QUOTA_MS, quotaLeftMs))),
  };
}

/** When the running side loses on time. Includes its lag quota, since a move may still be on its way. */
export function flagFallsAt({ running, since, remainingMs, lagQuotaMs }: Clocks): Instant | null {
  return running === null ? null : later(since, sideOf(remainingMs, running) + sideOf(lagQuotaMs, running));
}

/** The readings after a downtime of the server: time counts only until `downSince`. Undefined if the flag fell before. */
export function readingsAfterDowntime(clocks: Clocks, downSince: Instant): ClockReadings | undefined {
  const readings = readingsAt(clocks, downSince);
  return clocks.running !== null && sideOf(readings.remainingMs, clocks.running) === 0 ? undefined : readings;
}
