import { expect, test } from 'vitest';
import { isAwayFrom, watchersOf, winClaimableInMs } from './presence.js';

const awayMs = { white: 0, black: 0 };
const nobody = { white: false, black: false, watchers: 0, people: [], awayMs };
const seats = (white: string | null, black: string | null) => ({ seats: { white, black } }) as never;

test.each([
  ['both players and one who looks', { white: true, black: true, watchers: 1, people: ['a', 'b', 'c'] }, 'a', 'b', 1],
  ['one who plays both sides', { white: true, black: true, watchers: 0, people: ['a'] }, 'a', 'a', 0],
  ['one who plays both sides, and a guest', { white: true, black: true, watchers: 1, people: ['a', 'b'] }, 'a', 'a', 1],
  ['one who has sat down since', { white: true, black: false, watchers: 1, people: ['a', 'b'] }, 'a', 'b', 0],
  ['two whom nobody knows, at an empty board', { ...nobody, watchers: 2 }, null, null, 2],
])('who looks on is counted: %s', (_, presence, white, black, count) => {
  expect(watchersOf({ ...nobody, ...presence }, seats(white, black), undefined)).toBe(count);
});

test('who is not here is away only once it is known who is', () => {
  expect(isAwayFrom(null, 'a')).toBe(false);
  expect(isAwayFrom({ ...nobody, people: ['b'] }, 'a')).toBe(true);
  expect(isAwayFrom({ ...nobody, people: ['a'] }, 'a')).toBe(false);
});

test('a win can be asked for when the opponent has been away for long enough, unless nobody loses by it in this game', () => {
  const here = { ...nobody, white: true, people: ['anna'], awayMs: { white: 0, black: 15_000 } };
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

test('whoever looks on is not counted among those who watch', () => {
  const seats = { white: 'anna', black: 'bert' } as never;
  const seen = { ...nobody, white: true, watchers: 2, people: ['anna', 'carl', 'dora'] };
  expect(watchersOf(seen, { seats }, 'carl')).toBe(1);
  expect(watchersOf(seen, { seats }, 'anna')).toBe(2);
  expect(watchersOf({ ...nobody, watchers: 1, people: ['carl'] }, { seats }, 'carl')).toBe(0);
});
