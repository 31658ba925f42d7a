import type { Board, GameId } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { positionCache } from './positions.js';

const board = {
  start: 'start',
  moves: [{ record: 'a' }, { record: 'b' }],
  position: 'startab',
} as unknown as Board<unknown>;

/** Reads a past position of each game in turn; returns the games that were replayed from their start. */
async function built(weight: number, asked: readonly string[]): Promise<readonly string[]> {
  const positionAt = positionCache();
  let resumed = 0;
  const referee = {
    resume: (start: unknown) => {
      resumed++;
      return start;
    },
    replay: (before: unknown, record: unknown) => `${before}${record}`,
    cost: { weight: () => weight },
  } as unknown as Referee;
  const anew: string[] = [];
  for (const id of asked) {
    const before = resumed;
    expect(await positionAt(id as GameId, referee, board, 1)).toBe('starta');
    if (resumed > before) anew.push(id);
  }
  return anew;
}

test('positions of past turns are cached for the games that were read last', async () => {
  expect(await built(0, ['a', 'b', 'a', 'c', 'b'])).toEqual(['a', 'b', 'c']);
});

test('of large games, fewer are cached', async () => {
  const large = 20 * 1024 * 1024;
  expect(await built(large, ['a', 'b', 'c', 'a', 'd', 'b', 'd', 'c'])).toEqual(['a', 'b', 'c', 'd', 'b', 'c']);
});

test('the game that was read last stays cached, however large it is', async () => {
  expect(await built(100 * 1024 * 1024, ['a', 'a', 'b', 'b', 'a'])).toEqual(['a', 'b', 'a']);
});
