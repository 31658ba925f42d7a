import type { GameId } from '@chessmith/game';
import { refusal } from '@chessmith/rules';
import { err, ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { createVirtualClock, settled } from '../testing/virtual-clock.js';
import { steadyTime } from '../time.js';
import { type FactSubscriber, openSubscribers } from './fact-subscribers.js';
import type { FactStep } from './live-game.js';
import type { LiveGames } from './live-games.js';
import { gameLocks } from './lock.js';

const GAME = '1Game1111111' as GameId;

/** The step that leads to `version`. */
const step = (version: number) =>
  ({ id: GAME, referee: {}, before: { version: version - 1 }, fact: {}, after: { version } }) as unknown as FactStep;

/** Notifies one subscriber; `stored` gives it the steps to catch up with. */
function notifying(subscriber: Omit<FactSubscriber, 'name'>, stored: LiveGames['refresh']) {
  const clock = createVirtualClock();
  const locks = gameLocks();
  const subscribers = openSubscribers({
    subscribers: [{ name: 'one', ...subscriber }],
    locks,
    games: { refresh: stored } as Partial<LiveGames> as LiveGames,
    time: steadyTime(clock),
    log: { warn: () => {}, error: () => {} },
  });
  return { clock, locks, subscribers };
}

const pauses = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!);

const BACKOFF_MS = [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000];

test('a failing subscriber is retried with growing pauses, at most a minute apart', async () => {
  const calls: number[] = [];
  const onFact = () => {
    calls.push(clock.monotonicMs());
    throw new Error('bad');
  };
  const { clock, subscribers } = notifying({ onFact }, async () => ok([step(1)]));
  await subscribers.notify([step(1)]);
  await clock.advance(230_000);
  expect(pauses(calls)).toEqual(BACKOFF_MS);
  subscribers.close();
  expect(clock.timers()).toBe(0);
  expect(subscribers.behind()).toBe(0);
});

test('while the store cannot be read, catching up is retried with the same growing pauses', async () => {
  const reads: number[] = [];
  let hasFailed = false;
  const onFact = () => {
    if (hasFailed) return;
    hasFailed = true;
    reads.push(clock.monotonicMs());
    throw new Error('bad');
  };
  const { clock, subscribers } = notifying({ onFact }, async () => {
    reads.push(clock.monotonicMs());
    if (reads.length === 13) return ok([step(1)]);
    if (reads.length % 2 === 0) throw new Error('the disk is gone');
    return err(refusal('store/unavailable', 'Nothing can be read at the moment.'));
  });
  await subscribers.notify([step(1)]);
  await clock.advance(230_000);
  expect(pauses(reads)).toEqual(BACKOFF_MS);
  expect(subscribers.behind()).toBe(0);
});

test('a subscriber that fell behind gets every missed fact once and in order, and learns meanwhile that it skips facts', async () => {
  const events: string[] = [];
  let fails = true;
  const { clock, locks, subscribers } = notifying(
    {
      async onFact({ after: { version } }) {
        if (version === 2 && fails) throw new Error('bad');
        await settled();
        events.push(`fact ${version}`);
      },
      onSkipped: ({ after: { version } }) => void events.push(`skipped ${version}`),
    },
    async () => ok([1, 2, 3, 4].map(step)),
  );
  await subscribers.notify([1, 2, 3].map(step));
  expect(subscribers.behind()).toBe(1);
  fails = false;
  await subscribers.notify([step(4)]);
  expect(events).toEqual(['fact 1', 'skipped 2', 'skipped 3', 'skipped 4']);
  void clock.advance(100);
  // A move that arrives meanwhile waits for the lock, so its fact comes after all missed ones.
  await locks.withLockOnGame(GAME, async () => ok(await subscribers.notify([step(5)])), { wait: true });
  expect(events.slice(4)).toEqual(['fact 2', 'fact 3', 'fact 4', 'fact 5']);
  expect(subscribers.behind()).toBe(0);
});
