import type { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { clockWords, faceOf } from './clocks.js';

const perPlayer = (playerMs: number, incrementMs: number) =>
  ({ kind: 'per-player', playerMs, incrementMs }) as api.ClockSetting;

test.each([
  [null, 'No clock'],
  [{ kind: 'none' }, 'No clock'],
  [perPlayer(300_000, 3000), '5 + 3'],
  [perPlayer(60_000, 0), '1 min per player'],
  [perPlayer(15_000, 0), '15 s per player'],
  [perPlayer(90_000, 2000), '90 s + 2 s'],
  [{ kind: 'per-move', moveMs: 30_000 } as api.ClockSetting, '30 s per move'],
  [{ kind: 'days-per-move', days: 1 }, '1 day per move'],
  [{ kind: 'days-per-move', days: 3 }, '3 days per move'],
] as const)('%j is called %s', (clock, words) => {
  expect(clockWords(clock)).toBe(words);
});

test.each([
  [300_000, '5:00'],
  [299_999, '4:59'],
  [61_000, '1:01'],
  [10_000, '0:10'],
  [9999, '0:09.9'],
  [50, '0:00.0'],
  [0, '0:00.0'],
  [3_723_000, '1:02:03'],
  [90_000_000, '1 d 1 h'],
])('%i ms are shown as %s', (ms, face) => {
  expect(faceOf(ms)).toBe(face);
});
