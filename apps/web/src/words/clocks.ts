import type { api } from '@chessmith/protocol';

type Setting = api.ClockSetting;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock setting in a few words, as `5 + 3`. */
export function clockWords(clock: Setting | null): string {
  if (clock === null || clock.kind === 'none') return 'No clock';
  if (clock.kind === 'days-per-move') return clock.days === 1 ? '1 day a move' : `${clock.days} days a move`;
  if (clock.kind === 'per-move') return `${durationWords(clock.moveMs)} a move`;
  const { playerMs, incrementMs } = clock;
  if (incrementMs === 0) return `${durationWords(playerMs)} each`;
  return playerMs % MINUTE === 0
    ? `${playerMs / MINUTE} + ${incrementMs / SECOND}`
    : `${durationWords(playerMs)} + ${incrementMs / SECOND} s`;
}

function durationWords(ms: number): string {
  if (ms >= MINUTE && ms % MINUTE === 0) return `${ms / MINUTE} min`;
  return `${ms / SECOND} s`;
}

const UNITS = [
  [DAY, 'days'],
  [HOUR, 'hours'],
  [MINUTE, 'minutes'],
] as const;

/** How long something takes, as people say it: not less than that. */
export function timeWords(ms: number): string {
  const [unit, name] = UNITS.find(([unit]) => ms > 2 * unit) ?? ([SECOND, 'seconds'] as const);
  const count = Math.ceil(ms / unit);
  return count <= 1 ? 'a second' : `${count} ${name}`;
}

/** What stands on a clock. The last ten seconds show tenths. */
export function faceOf(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
  if (ms < 10 * SECOND) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
