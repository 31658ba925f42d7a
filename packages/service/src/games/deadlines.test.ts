import { type GameId, type Instant, instantAt } from '@chessmith/game';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Directory, ListedGame } from '../ports/index.js';
import { createVirtualClock, settled } from '../testing/virtual-clock.js';
import { steadyTime } from '../time.js';
import { openDeadlines } from './deadlines.js';

const game = (number: number) => `game${number}` as GameId;

/** Deadlines over a directory that lists `known`. */
function watch(known: Map<GameId, Instant>, onDeadline: (game: GameId) => Promise<'done' | 'later'>) {
  const clock = createVirtualClock();
  const time = steadyTime(clock);
  const dueBefore = async (instant: Instant) =>
    [...known]
      .filter(([, deadline]) => deadline < instant)
      .map(([id, deadline]) => ({ game: id, deadline }) as ListedGame);
  const log = { warn: () => {}, error: () => {} };
  return {
    clock,
    time,
    deadlines: openDeadlines({ directory: { dueBefore } as Partial<Directory> as Directory, time, log, onDeadline }),
  };
}

test('a thousand games need one timer beside the sweep, and each deadline fires on time', async () => {
  const fired = new Map<GameId, number>();
  const { clock, time, deadlines } = watch(new Map(), async (id) => {
    fired.set(id, time.nowMs());
    return 'done';
  });
  await deadlines.sweep();
  const random = seededRandom(1);
  const due = new Map<GameId, number>();
  for (let number = 0; number < 1000; number++) {
    // A deadline may move; only the last one counts.
    for (let word = 0; word < 3; word++) {
      due.set(game(number), time.nowMs() + random.int(50_000));
      deadlines.arm(game(number), instantAt(due.get(game(number))!));
    }
    if (number % 10 === 0) {
      deadlines.arm(game(number), null);
      due.delete(game(number));
    }
  }
  expect(clock.timers()).toBe(2);
  while (fired.size < due.size && deadlines.armed() > 0) await clock.advance(10);
  expect([...fired.keys()].sort()).toEqual([...due.keys()].sort());
  for (const [id, atMs] of fired) {
    expect(atMs).toBeGreaterThanOrEqual(due.get(id)!);
    expect(atMs).toBeLessThanOrEqual(due.get(id)! + 20);
  }
  expect(clock.timers()).toBe(1);
  deadlines.close();
  expect(clock.timers()).toBe(0);
});

test('a sweep finds a distant deadline in time', async () => {
  const fired: GameId[] = [];
  const known = new Map<GameId, Instant>();
  const { clock, time, deadlines } = watch(known, async (id) => {
    fired.push(id);
    known.delete(id);
    return 'done';
  });
  known.set(game(1), instantAt(time.nowMs() + 200_000));
  await deadlines.sweep();
  expect(deadlines.armed()).toBe(0);
  await clock.advance(199_000);
  expect(fired).toEqual([]);
  await clock.advance(1020);
  expect(fired).toEqual([game(1)]);
});

test('a deadline that could not be handled is tried again', async () => {
  let tries = 0;
  const { clock, time, deadlines } = watch(new Map(), async () => {
    tries++;
    if (tries === 1) throw new Error('the store is gone');
    return tries < 3 ? 'later' : 'done';
  });
  deadlines.arm(game(1), instantAt(time.nowMs() + 10));
  await clock.advance(10_000);
  await settled();
  expect(tries).toBe(3);
  expect(deadlines.armed()).toBe(0);
});

test('no timer fires between two deadlines', async () => {
  const { clock, time, deadlines } = watch(new Map(), async () => 'done');
  let wakings = 0;
  const { wake } = clock;
  clock.wake = (atMs, call) => {
    wakings++;
    return wake(atMs, call);
  };
  deadlines.arm(game(1), instantAt(time.nowMs() + 20_000));
  deadlines.arm(game(2), instantAt(time.nowMs() + 40_000));
  await clock.advance(50_000);
  expect(deadlines.armed()).toBe(0);
  expect(wakings).toBe(2);
});

test('no timer is left when no deadline is near', () => {
  const { clock, time, deadlines } = watch(new Map(), async () => 'done');
  for (const number of [1, 2]) deadlines.arm(game(number), instantAt(time.nowMs() + 20_000));
  deadlines.arm(game(1), null);
  expect(clock.timers()).toBe(1);
  deadlines.arm(game(2), instantAt(time.nowMs() + 200_000));
  expect(clock.timers()).toBe(0);
});

test('a sweep does not overwrite a newer deadline', async () => {
  const fired: GameId[] = [];
  const known = new Map<GameId, Instant>();
  const { clock, time, deadlines } = watch(known, async (id) => {
    fired.push(id);
    return 'done';
  });
  known.set(game(1), instantAt(time.nowMs() + 5000));
  deadlines.arm(game(1), instantAt(time.nowMs() + 20_000));
  await deadlines.sweep();
  await clock.advance(19_000);
  expect(fired).toEqual([]);
  await clock.advance(1000);
  expect(fired).toEqual([game(1)]);
  deadlines.close();
});
