import type { api } from '@chessmith/protocol';
import { t } from '../messages/page.js';

type Setting = api.ClockSetting;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock setting in a few words, such as `5 + 3`. */
export function clockWords(clock: Setting | null): string {
  if (clock === null || clock.kind === 'none') return t('clock.none');
  if (clock.kind === 'days-per-move') return t('clock.days', { days: clock.days });
  if (clock.kind === 'per-move') return t('clock.perMove', { duration: durationWords(clock.moveMs) });
  const { playerMs, incrementMs } = clock;
  const seconds = incrementMs / SECOND;
  if (incrementMs === 0) return t('clock.perPlayer', { duration: durationWords(playerMs) });
  return playerMs % MINUTE === 0
    ? t('clock.minutesPlus', { minutes: playerMs / MINUTE, seconds })
    : t('clock.plus', { duration: durationWords(playerMs), seconds });
}

function durationWords(ms: number): string {
  if (ms >= MINUTE && ms % MINUTE === 0) return t('clock.minutes', { minutes: ms / MINUTE });
  return t('clock.seconds', { seconds: ms / SECOND });
}

const UNITS = [
  [DAY, 'time.days'],
  [HOUR, 'time.hours'],
  [MINUTE, 'time.minutes'],
] as const;

/** A time in days, hours, minutes or seconds, rounded up. */
export function timeWords(ms: number): string {
  const [unit, message] = UNITS.find(([unit]) => ms > 2 * unit) ?? ([SECOND, 'time.seconds'] as const);
  return t(message, { count: Math.max(1, Math.ceil(ms / unit)) });
}

/** The face of a clock. The last ten seconds show tenths. */
export function faceOf(ms: number): string {
  if (ms >= DAY) return t('clock.daysLeft', { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  if (ms < 10 * SECOND) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
