import { assertNever } from '@chessmith/std';
import { type Millis, millis } from '../units.js';

/** The time control of a game. `days-per-move` is for correspondence games; its clocks run on while the server is down. */
export type ClockSetting =
  | { readonly kind: 'none' }
  | { readonly kind: 'per-move'; readonly moveMs: Millis }
  | { readonly kind: 'per-player'; readonly playerMs: Millis; readonly incrementMs: Millis }
  | { readonly kind: 'days-per-move'; readonly days: number };

export const NO_CLOCK: ClockSetting = { kind: 'none' };

const DAY_MS = 86_400_000;
const LONGEST_MS = 30 * DAY_MS;
const MOST_DAYS = 30;

/** Describes what is wrong with a setting; undefined if it is valid. */
export function clockProblem(setting: ClockSetting): string | undefined {
  switch (setting.kind) {
    case 'none':
      return undefined;
    case 'per-move':
      return isTime(setting.moveMs)
        ? undefined
        : 'the time per move must be a whole number of milliseconds, up to 30 days';
    case 'per-player':
      if (!isTime(setting.playerMs)) return 'the time per player must be a whole number of milliseconds, up to 30 days';
      return setting.incrementMs === 0 || isTime(setting.incrementMs)
        ? undefined
        : 'the increment must be a whole number of milliseconds, up to 30 days';
    case 'days-per-move':
      return Number.isInteger(setting.days) && setting.days >= 1 && setting.days <= MOST_DAYS
        ? undefined
        : 'the days per move must be a whole number from 1 to 30';
    default:
      return assertNever(setting);
  }
}

/** The initial time of each clock. */
export function fullTimeMs(setting: Exclude<ClockSetting, { kind: 'none' }>): Millis {
  switch (setting.kind) {
    case 'per-move':
      return setting.moveMs;
    case 'per-player':
      return setting.playerMs;
    case 'days-per-move':
      return millis(setting.days * DAY_MS);
    default:
      return assertNever(setting);
  }
}

const isTime = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= LONGEST_MS;
