import type { GameId, News } from '@chessmith/game';
import { expect, test } from 'vitest';
import { createGameHubs } from './game-hub.js';

test('news is serialised once for all connections of a game', async () => {
  const hub = createGameHubs({ listen: () => () => {} }, { entered() {}, left() {} }).of('111111111111' as GameId);
  const [first, second]: (readonly News[])[] = [[], []];
  let written = 0;
  const write = async () => [`message ${++written}`];
  const received = [first, first, first, second, second].map((news) => hub.messagesOf(news!, write));
  expect((await Promise.all(received)).flat()).toEqual([...Array(3).fill('message 1'), ...Array(2).fill('message 2')]);
});
