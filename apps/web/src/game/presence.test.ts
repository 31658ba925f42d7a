import { expect, test } from 'vitest';
import { isAwayFrom, watchersOf, winClaimableInMs } from './presence.js';

const awayMs = { white: 0, black: 0 };
const NO_PRESENCE = { white: false, black: false, watchers: 0, people: [], awayMs };
const seats = (white: string | null, black: string | null) => ({ seats: { white, black } }) as never;

test.each([
  ['both players and a watcher', { white: true, black: true, watchers: 1, people: ['a', 'b', 'c'] }, 'a', 'b', 1],
  ['a player of both sides', { white: true, black: true, watchers: 0, people: ['a'] }, 'a', 'a', 0],
  ['a player of both sides, and a watcher', { white: true, black: true, watchers: 1, people: ['a', 'b'] }, 'a', 'a', 1],
  ['a watcher who has joined since', { white: true, black: false, watchers: 1, people: ['a', 'b'] }, 'a', 'b', 0],
  ['two unknown watchers at an empty board', { ...NO_PRESENCE, watchers: 2 }, null, null, 2],
])('watchers are counted: %s', (_, presence, white, black, count) => {
  expect(watchersOf({ ...NO_PRESENCE, ...presence }, seats(white, black), undefined)).toBe(count);
});

test('a player is away only once the presence is known', () => {
  expect(isAwayFrom(null, 'a')).toBe(false);
  expect(isAwayFrom({ ...NO_PRESENCE, people: ['b'] }, 'a')).toBe(true);
  expect(isAwayFrom({ ...NO_PRESENCE, people: ['a'] }, 'a')).toBe(false);
});

test('a win can be claimed when the opponent has been away long enough, unless the game does not allow it', () => {
  const here = { ...NO_PRESENCE, white: true, people: ['anna'], awayMs: { white: 0, black: 15_000 } };
  const game = (abandonedAfterMs: number | null, more: object = {}) =>
    ({
      situation: 'running',
      seats: { white: 'anna', black: 'bert' },
      yours: ['white'],
      configuration: { abandonedAfterMs },
      moves: [{ color: 'white' }, { color: 'black' }],
      ...more,
    }) as never;
  expect(winClaimableInMs(here, game(60_000), 'white', 0)).toBe(45_000);
  expect(winClaimableInMs(here, game(10_000), 'white', 0)).toBe(0);
  expect(winClaimableInMs(here, game(60_000), 'white', 5000)).toBe(40_000);
  const justLeft = { ...here, awayMs: { white: 0, black: 1000 } };
  expect(winClaimableInMs(justLeft, game(60_000), 'white', 3999)).toBe(null);
  expect(winClaimableInMs(justLeft, game(60_000), 'white', 4000)).toBe(55_000);
  expect(winClaimableInMs(here, game(null), 'white', 0)).toBe(null);
  expect(winClaimableInMs(here, game(10_000, { moves: [{ color: 'white' }] }), 'white', 0)).toBe(null);
  expect(winClaimableInMs(null, game(60_000), 'white', 0)).toBe(null);
  expect(winClaimableInMs({ ...here, people: ['anna', 'bert'] }, game(60_000), 'white', 0)).toBe(null);
  expect(winClaimableInMs(here, game(60_000, { situation: 'terminated' }), 'white', 0)).toBe(null);
});

test('the reader is not counted as a watcher', () => {
  const seats = { white: 'anna', black: 'bert' } as never;
  const seen = { ...NO_PRESENCE, white: true, watchers: 2, people: ['anna', 'carl', 'dora'] };
  expect(watchersOf(seen, { seats }, 'carl')).toBe(1);
  expect(watchersOf(seen, { seats }, 'anna')).toBe(2);
  expect(watchersOf({ ...NO_PRESENCE, watchers: 1, people: ['carl'] }, { seats }, 'carl')).toBe(0);
});
