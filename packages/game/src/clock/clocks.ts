import type { Color } from '@chessmith/rules';
import { bothSides, type Sides, sideOf, withSide } from '../sides.js';
import { elapsedMs, type Instant, later, type Millis, millis } from '../units.js';
import { type ClockSetting, fullTimeMs } from './setting.js';

/** What stands on the clocks when a fact is written; facts carry it, so that replaying computes nothing. */
export type ClockFace = {
  readonly remainingMs: Sides<Millis>;
  /** How much network delay may still be forgiven to each side. */
  readonly lagQuotaMs: Sides<Millis>;
};

/** The clocks of a game: the face as it was at `since`, from when on the clock of `running` counts down. */
export type Clocks = ClockFace & { readonly running: Color | null; readonly since: Instant };

/** A side starts with this much forgiveness and never has more. */
export const LAG_QUOTA_MS = 500;
/** What a side regains with each of its moves. */
export const LAG_REGAINED_MS = 100;

/** The face before the first move; null for games without a clock. */
export function freshFace(setting: ClockSetting): ClockFace | null {
  if (setting.kind === 'none') return null;
  const fullMs = fullTimeMs(setting);
  const quotaMs = millis(setting.kind === 'days-per-move' ? 0 : LAG_QUOTA_MS);
  return { remainingMs: bothSides(() => fullMs), lagQuotaMs: bothSides(() => quotaMs) };
}

export const startClocks = (face: ClockFace, running: Color | null, since: Instant): Clocks => ({
  remainingMs: face.remainingMs,
  lagQuotaMs: face.lagQuotaMs,
  running,
  since,
});

/** What a watcher sees on the clocks at a later time; never below zero. */
export function readClocks({ remainingMs, running, since }: Clocks, now: Instant): Sides<Millis> {
  return running === null
    ? remainingMs
    : withSide(remainingMs, running, millis(sideOf(remainingMs, running) - elapsedMs(since, now)));
}

/** The face with the running clock charged up to now, nothing forgiven. */
export const chargedFace = (clocks: Clocks, now: Instant): ClockFace => ({
  remainingMs: readClocks(clocks, now),
  lagQuotaMs: clocks.lagQuotaMs,
});

/**
 * The face after a move of the running side, or undefined if its flag fell before. The network delay is forgiven as far
 * as the quota goes and never more than the time that passed, so a clock gains at most its increment.
 */
export function faceAfterMove(
  setting: ClockSetting,
  clocks: Clocks,
  now: Instant,
  lagMs: number,
): ClockFace | undefined {
  const { running, since, remainingMs, lagQuotaMs } = clocks;
  if (setting.kind === 'none' || running === null) return { remainingMs, lagQuotaMs };
  const tookMs = elapsedMs(since, now);
  const forgivenMs = Math.min(millis(lagMs), sideOf(lagQuotaMs, running), tookMs);
  const leftMs = sideOf(remainingMs, running) - (tookMs - forgivenMs);
  if (leftMs <= 0) return undefined;
  const quotaLeftMs = sideOf(lagQuotaMs, running) - forgivenMs + LAG_REGAINED_MS;
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

/** When the flag of the running side falls for good: a move that is still on its way may be forgiven its delay. */
export function flagFallsAt({ running, since, remainingMs, lagQuotaMs }: Clocks): Instant | null {
  return running === null ? null : later(since, sideOf(remainingMs, running) + sideOf(lagQuotaMs, running));
}

/** The face after a time in which the server was down: charged until it went down and not further. */
export function faceAfterDowntime(clocks: Clocks, downSince: Instant): ClockFace | undefined {
  const face = chargedFace(clocks, downSince);
  return clocks.running !== null && sideOf(face.remainingMs, clocks.running) === 0 ? undefined : face;
}
