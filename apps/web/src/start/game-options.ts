import type { api } from '@chessmith/protocol';
import { t } from '../messages/page.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

export type ClockName = 'none' | '1+0' | '3+2' | '5+3' | '10+5' | '30+20' | '1d' | '3d' | 'custom';
export type SideName = 'random' | 'white' | 'black' | 'both';

type Option<T> = { readonly value: T; readonly label: string; readonly title?: string };

const increment = (minutes: number, seconds: number) => t('newGame.incrementHint', { minutes, seconds });

export const CLOCKS: readonly Option<ClockName>[] = [
  { value: 'none', label: t('newGame.noClock') },
  { value: '1+0', label: t('newGame.minutes', { minutes: 1 }), title: t('newGame.clockHint', { minutes: 1 }) },
  { value: '3+2', label: '3 + 2', title: increment(3, 2) },
  { value: '5+3', label: '5 + 3', title: increment(5, 3) },
  { value: '10+5', label: '10 + 5', title: increment(10, 5) },
  { value: '30+20', label: '30 + 20', title: increment(30, 20) },
  { value: '1d', label: t('newGame.days', { days: 1 }), title: t('newGame.daysHint', { days: 1 }) },
  { value: '3d', label: t('newGame.days', { days: 3 }), title: t('newGame.daysHint', { days: 3 }) },
  { value: 'custom', label: t('newGame.custom') },
];

export const SIDES: readonly Option<SideName>[] = [
  { value: 'random', label: t('newGame.random') },
  { value: 'white', label: t('color.white') },
  { value: 'black', label: t('color.black') },
  { value: 'both', label: t('newGame.both'), title: t('newGame.bothHint') },
];

export const WHO_CAN_JOIN: readonly Option<'public' | 'private'>[] = [
  { value: 'public', label: t('newGame.anyone') },
  { value: 'private', label: t('newGame.onlyLink') },
];

export type CustomClock = { readonly minutes: number; readonly seconds: number };

export function clockOf(name: ClockName, { minutes, seconds }: CustomClock): NonNullable<api.GameOptions['clock']> {
  if (name === 'none') return { kind: 'none' };
  if (name === '1d' || name === '3d') return { kind: 'days-per-move', days: Number.parseInt(name, 10) };
  const [main, more] = name === 'custom' ? [minutes, seconds] : (name.split('+').map(Number) as [number, number]);
  return {
    kind: 'per-player',
    playerMs: Math.round(main * MINUTE_MS),
    incrementMs: Math.round(more * SECOND_MS),
  };
}
