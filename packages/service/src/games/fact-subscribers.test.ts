import type { GameId } from '@chessmith/game';
import { expect, test } from 'vitest';
import { factSubscribers } from './fact-subscribers.js';
import type { FactStep } from './live-game.js';

const step = (version: number, prepare?: () => Promise<void>) =>
  ({
    id: '1Game1111111' as GameId,
    referee: prepare === undefined ? {} : { cost: { prepare } },
    before: { version: version - 1, board: { position: version - 1 } },
    fact: {},
    after: { version, board: { position: version } },
  }) as unknown as FactStep;

test('a subscriber that fails is logged, and the others get every fact in order', async () => {
  const received: string[] = [];
  const logged: unknown[] = [];
  const notify = factSubscribers(
    [
      { name: 'first', onFact: ({ after }) => void received.push(`first ${after.version}`) },
      {
        name: 'failing',
        onFact: () => {
          throw new Error('bad');
        },
      },
      { name: 'last', onFact: ({ after }) => void received.push(`last ${after.version}`) },
    ],
    { warn: () => {}, error: (_, facts) => void logged.push(facts) },
  );
  await notify([step(1), step(2)]);
  expect(received).toEqual(['first 1', 'last 1', 'first 2', 'last 2']);
  expect(logged).toMatchObject([{ subscriber: 'failing' }, { subscriber: 'failing' }]);
});

test('subscribers see a slow position only after it was prepared', async () => {
  const events: string[] = [];
  const prepare = async () => void events.push('prepared');
  const notify = factSubscribers([{ name: 'one', onFact: () => void events.push('fact') }], {
    warn: () => {},
    error: () => {},
  });
  await notify([step(1, prepare)]);
  expect(events).toEqual(['prepared', 'prepared', 'fact']);
});
