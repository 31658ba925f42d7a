import { expect, test } from 'vitest';
import { fairQueue } from './fair-queue.js';

const limits = { total: 6, each: [4] };
const inLane = (lane: string) => ({ path: [lane] });
const order = (places: readonly string[]): string => {
  const queue = fairQueue<{ path: string[]; name: string }>(limits);
  for (const name of places) queue.enter({ path: [name[0]!], name });
  const taken: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) taken.push(next.name);
  return taken.join(' ');
};

test('lanes take turns, and within a lane it is first come, first served', () => {
  expect(order(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])).toBe('a1 b1 c1 a2 b2 a3');
});

test('a full lane and a full queue refuse entries until one leaves', () => {
  const queue = fairQueue<{ path: string[] }>(limits);
  const enter = (lane: string) => queue.enter(inLane(lane));
  expect(['a', 'a', 'a', 'a', 'a'].map(enter)).toEqual([true, true, true, true, false]);
  const leaver = inLane('b');
  expect([queue.enter(leaver), enter('c'), enter('d')]).toEqual([true, true, false]);
  queue.leave(leaver);
  queue.leave(leaver);
  expect(queue.size).toBe(5);
  expect(enter('d')).toBe(true);
});

test('an entry that does not suit keeps its place', () => {
  const queue = fairQueue<{ path: string[]; n: number }>(limits);
  for (const n of [1, 2, 3]) queue.enter({ path: ['a'], n });
  expect(queue.next(({ n }) => n > 1)?.n).toBe(2);
  expect(queue.next(({ n }) => n > 9)).toBeUndefined();
  expect([queue.next()?.n, queue.next()?.n]).toEqual([1, 3]);
});

/** The order of turns when each lane always has an entry waiting and each turn costs this much. */
function turnsOf(costs: { readonly [lane: string]: number }, count: number): string {
  const queue = fairQueue<{ path: string[] }>(limits);
  for (const lane of Object.keys(costs)) queue.enter(inLane(lane));
  return Array.from({ length: count }, () => {
    const place = queue.next()!;
    queue.enter(place);
    queue.done(place, costs[place.path[0]!]!);
    return place.path[0]!;
  }).join('');
}

test('a lane with long turns has fewer turns', () => {
  expect(turnsOf({ a: 3, b: 1, c: 1 }, 14)).toBe('abcbcbcabcbcbc');
  expect(turnsOf({ a: 1, b: 1 }, 6)).toBe('ababab');
});

test('a new lane goes before those that used more, and an idle lane gets no credit', () => {
  const queue = fairQueue<{ path: string[] }>(limits);
  const turn = (used: number): string => {
    const place = queue.next()!;
    queue.done(place, used);
    return place.path[0]!;
  };
  for (let i = 0; i < 3; i++) queue.enter(inLane('greedy'));
  expect(turn(100)).toBe('greedy');
  queue.enter(inLane('modest'));
  expect([turn(1), turn(100)]).toEqual(['modest', 'greedy']);
  for (let i = 0; i < 3; i++) queue.enter(inLane('modest'));
  expect([turn(60), turn(60), turn(60), turn(1)]).toEqual(['modest', 'modest', 'greedy', 'modest']);
});

test('the usage is forgotten when the queue is empty', () => {
  const queue = fairQueue<{ path: string[] }>(limits);
  queue.enter(inLane('a'));
  queue.done(queue.next()!, 100);
  for (const lane of ['a', 'b']) queue.enter(inLane(lane));
  expect(queue.next()?.path[0]).toBe('a');
});

/** The order in which the queue serves entries of `owner/lane` when all turns cost the same. */
function turnsAmong(places: readonly string[]): string {
  const queue = fairQueue<{ path: string[] }>({ total: 99, each: [99, 99] });
  for (const name of places) queue.enter({ path: name.split('/') });
  return places
    .map(() => {
      const place = queue.next()!;
      queue.done(place, 1);
      return place.path.join('/');
    })
    .join(' ');
}

test('many lanes of one owner share the turns of one lane', () => {
  expect(turnsAmong(['a/1', 'a/2', 'a/3', 'a/4', 'b/1', 'b/1'])).toBe('a/1 b/1 a/2 b/1 a/3 a/4');
});

test('the lanes of one owner share its turns fairly', () => {
  expect(turnsAmong(['a/1', 'a/1', 'a/1', 'a/2', 'b/1'])).toBe('a/1 b/1 a/2 a/1 a/1');
});

test('a new lane of an owner that used much does not go before other owners', () => {
  const queue = fairQueue<{ path: string[] }>({ total: 99, each: [99, 99] });
  for (const path of [
    ['a', '1'],
    ['b', '1'],
    ['b', '1'],
  ])
    queue.enter({ path });
  queue.done(queue.next()!, 100);
  queue.enter({ path: ['a', '2'] });
  const order = [1, 2, 3].map(() => {
    const place = queue.next()!;
    queue.done(place, 1);
    return place.path.join('/');
  });
  expect(order).toEqual(['b/1', 'b/1', 'a/2']);
});

test('an owner can fill only its own part of the queue', () => {
  const queue = fairQueue<{ path: string[] }>({ total: 6, each: [3, 2] });
  const enter = (name: string) => queue.enter({ path: name.split('/') });
  expect(['a/1', 'a/1', 'a/1', 'a/2', 'a/3', 'b/1'].map(enter)).toEqual([true, true, false, true, false, true]);
});
