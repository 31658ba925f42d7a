import type { api } from '@chessmith/protocol';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

export type ClockName = 'none' | '1+0' | '3+2' | '5+3' | '10+5' | '30+20' | '1d' | '3d' | 'custom';
export type SideName = 'random' | 'white' | 'black' | 'both';

export const CLOCKS: readonly { value: ClockName; label: string; title?: string }[] = [
  { value: 'none', label: 'None' },
  { value: '1+0', label: '1 min', title: 'One minute each' },
  { value: '3+2', label: '3 + 2', title: 'Three minutes each, two seconds more for every move' },
  { value: '5+3', label: '5 + 3', title: 'Five minutes each, three seconds more for every move' },
  { value: '10+5', label: '10 + 5', title: 'Ten minutes each, five seconds more for every move' },
  { value: '30+20', label: '30 + 20', title: 'Half an hour each, twenty seconds more for every move' },
  { value: '1d', label: '1 day', title: 'A day for every move' },
  { value: '3d', label: '3 days', title: 'Three days for every move' },
  { value: 'custom', label: 'Other…' },
];

export const SIDES: readonly { value: SideName; label: string; title?: string }[] = [
  { value: 'random', label: 'By lot' },
  { value: 'white', label: 'White' },
  { value: 'black', label: 'Black' },
  { value: 'both', label: 'Both, on this screen', title: 'Two people, one screen; or you against yourself' },
];

export const WHO_CAN_JOIN: readonly { value: 'public' | 'private'; label: string }[] = [
  { value: 'public', label: 'Everybody' },
  { value: 'private', label: 'Only people with the link' },
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
