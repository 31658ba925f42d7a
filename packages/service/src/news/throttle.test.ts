import type { GameId } from '@chessmith/game';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../testing/virtual-clock.js';
import { steadyTime } from '../time.js';
import { throttlePerGame } from './throttle.js';

const GAME = '1Game1111111' as GameId;
const OTHER = '1Game2222222' as GameId;

test('the first change is published at once, further ones once a second, and nothing without a change', async () => {
  const clock = createVirtualClock();
  const time = steadyTime(clock);
  const startMs = time.nowMs();
  const published: (readonly [GameId, number])[] = [];
  const { changed, close } = throttlePerGame(time, (game) => published.push([game, time.nowMs() - startMs]));
  for (const game of [GAME, GAME, OTHER, GAME]) changed(game);
  await clock.advance(500);
  changed(GAME);
  await clock.advance(700);
  changed(GAME);
  await clock.advance(5000);
  changed(GAME);
  expect(published).toEqual([
    [GAME, 0],
    [OTHER, 0],
    [GAME, 1000],
    [GAME, 2000],
    [GAME, 6200],
  ]);
  close();
  expect(clock.timers()).toBe(0);
});
