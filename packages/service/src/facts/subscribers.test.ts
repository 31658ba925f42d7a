import type { GameId } from '@chessmith/game';
import { refusal } from '@chessmith/rules';
import { err, ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { FactStep } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import { openGameLocks } from '../games/lock.js';
import { openVirtualClock, settled } from '../testing/virtual-clock.js';
import { openTime } from '../time.js';
import { type FactSubscriber, openSubscribers } from './subscribers.js';

const GAME = '1Game1111111' as GameId;

/** The step that leads to a version. */
const step = (version: number) =>
  ({ id: GAME, referee: {}, before: { version: version - 1 }, fact: {}, after: { version } }) as unknown as FactStep;

/** Tells this subscriber alone; whoever catches up reads these steps. */
function telling(subscriber: Omit<FactSubscriber, 'name'>, stored: LiveGames['refresh']) {
  const clock = openVirtualClock();
  const locks = openGameLocks();
  const subscribers = openSubscribers({
    subscribers: [{ name: 'one', ...subscriber }],
    locks,
    games: { refresh: stored } as Partial<LiveGames> as LiveGames,
    time: openTime(clock),
    log: { warn: () => {}, error: () => {} },
  });
  return { clock, locks, subscribers };
}

const pauses = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!);

const LATER_AND_LATER = [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000];

test('a subscriber that goes on failing is told again later and later, and once a minute in the end', async () => {
  const told: number[] = [];
  const hear = () => {
    told.push(clock.monotonicMs());
    throw new Error('bad');
  };
  const { clock, subscribers } = telling({ hear }, async () => ok([step(1)]));
  await subscribers.tell([step(1)]);
  await clock.advance(230_000);
  expect(pauses(told)).toEqual(LATER_AND_LATER);
  subscribers.close();
  expect(clock.timers()).toBe(0);
  expect(subscribers.behind()).toBe(0);
});

test('while the store gives nothing to catch up with it is asked again later and later too', async () => {
  const asked: number[] = [];
  let hasFailed = false;
  const hear = () => {
    if (hasFailed) return;
    hasFailed = true;
    asked.push(clock.monotonicMs());
    throw new Error('bad');
  };
  const { clock, subscribers } = telling({ hear }, async () => {
    asked.push(clock.monotonicMs());
    if (asked.length === 13) return ok([step(1)]);
    if (asked.length % 2 === 0) throw new Error('the disk is gone');
    return err(refusal('store/unavailable', 'Nothing can be read at the moment.'));
  });
  await subscribers.tell([step(1)]);
  await clock.advance(230_000);
  expect(pauses(asked)).toEqual(LATER_AND_LATER);
  expect(subscribers.behind()).toBe(0);
});

test('who is behind hears all that was missed, in order and nothing twice, and knows meanwhile that there is more', async () => {
  const said: string[] = [];
  let fails = true;
  const { clock, locks, subscribers } = telling(
    {
      async hear({ after: { version } }) {
        if (version === 2 && fails) throw new Error('bad');
        await settled();
        said.push(`hears ${version}`);
      },
      miss: ({ after: { version } }) => void said.push(`misses ${version}`),
    },
    async () => ok([1, 2, 3, 4].map(step)),
  );
  await subscribers.tell([1, 2, 3].map(step));
  expect(subscribers.behind()).toBe(1);
  fails = false;
  await subscribers.tell([step(4)]);
  expect(said).toEqual(['hears 1', 'misses 2', 'misses 3', 'misses 4']);
  void clock.advance(100);
  // Whoever wants to move meanwhile waits: the next fact comes after all that was missed.
  await locks.withLockOnGame(GAME, async () => ok(await subscribers.tell([step(5)])), { wait: true });
  expect(said.slice(4)).toEqual(['hears 2', 'hears 3', 'hears 4', 'hears 5']);
  expect(subscribers.behind()).toBe(0);
});
