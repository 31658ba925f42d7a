import { err, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type GameResult,
  groupedBy,
  leaderboard,
  NO_STATISTICS,
  newestBy,
  rankedAmong,
  recordResults,
  scoreOf,
} from './statistics.js';

const after = (...results: string[]) => recordResults(NO_STATISTICS, results.map(result));

test('without results there are no scores', () => {
  expect(scoreOf(NO_STATISTICS, 'anna')).toBeUndefined();
  expect(unwrap(leaderboard(NO_STATISTICS))).toEqual([]);
});

test('the ratio is wins per loss, and the wins while there is no loss', () => {
  expect(scoreOf(after('anna won', 'anna won'), 'anna')).toMatchObject({ wins: 2, losses: 0, ratio: 2 });
  expect(scoreOf(after('anna won', 'anna lost', 'anna lost'), 'anna')).toMatchObject({
    wins: 1,
    losses: 2,
    ratio: 0.5,
  });
  expect(scoreOf(after('anna lost'), 'anna')).toMatchObject({ wins: 0, losses: 1, ratio: 0 });
});

test('a draw adds a score without changing the counts', () => {
  const history = after('anna won', 'anna drew').get('anna')!;
  expect(history).toHaveLength(2);
  expect(history[1]).toMatchObject({ wins: 1, losses: 0, ratio: 1 });
});

test('the history has the rank right after each result; the score has the current rank', () => {
  const statistics = after('anna won', 'bert lost', 'bert won', 'bert won', 'bert won');
  expect(statistics.get('bert')!.map(({ rank }) => rank)).toEqual([2, 2, 1, 1]);
  expect(statistics.get('anna')!.map(({ rank }) => rank)).toEqual([1]);
  expect(scoreOf(statistics, 'anna')).toMatchObject({ rank: 2 });
});

test('ranked people keep their counts, with the ranks among each other', () => {
  const words = ['anna won', 'guest won', 'bert lost', 'guest won', 'anna drew', 'bert won', 'bert won', 'anna lost'];
  const results = words.map((word, index) => ({ ...result(word), at: `2026-01-0${index + 1}T00:00:00.000Z` }));
  const rankedResults = results.filter(({ person }) => person !== 'guest');
  expect(rankedAmong(recordResults(NO_STATISTICS, results), (person) => person !== 'guest')).toEqual(
    recordResults(NO_STATISTICS, rankedResults),
  );
});

test('a group has the results of all its members', () => {
  const words = ['anna won', 'zoe-1 won', 'bert lost', 'zoe-2 lost', 'zoe-1 won', 'guest won', 'anna drew'];
  const results = words.map((word, index) => ({ ...result(word), at: `2026-01-0${index + 1}T00:00:00.000Z` }));
  const statistics = recordResults(NO_STATISTICS, results);
  const groupOf = (person: string) => (person === 'guest' ? undefined : person.split('-')[0]!);
  const grouped = groupedBy(statistics, groupOf);
  const ofGroups = results.flatMap(({ person, ...rest }) => {
    const group = groupOf(person);
    return group === undefined ? [] : [{ ...rest, person: group }];
  });
  expect(grouped).toEqual(recordResults(NO_STATISTICS, ofGroups));
  expect(grouped.get('zoe')!.map(({ wins, losses }) => [wins, losses])).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
  const newest = newestBy(statistics, groupOf);
  expect(unwrap(leaderboard(newest))).toEqual(unwrap(leaderboard(grouped)));
});

test('the leaderboard lists the best ratio first, and its last rank is exclusive', () => {
  const statistics = after(
    'anna lost',
    'bert won',
    'carl won',
    'carl won',
    'dora won',
    'dora lost',
    'dora won',
    'dora lost',
  );
  expect(names(unwrap(leaderboard(statistics)))).toEqual(['carl', 'bert', 'dora', 'anna']);
  expect(names(unwrap(leaderboard(statistics, 2, 4)))).toEqual(['bert', 'dora']);
  expect(unwrap(leaderboard(statistics, 3, 9)).map(({ rank }) => rank)).toEqual([3, 4]);
});

test.each([
  ['one win and no loss before one of each', ['anna won', 'anna lost', 'bert won'], ['bert', 'anna']],
  ['no loss before a loss, without any win', ['anna lost', 'bert drew'], ['bert', 'anna']],
  ['the same results by id', ['bert won', 'anna won'], ['anna', 'bert']],
])('of equal ratios the fewer losses rank higher: %s', (_, results, order) => {
  const statistics = after(...results);
  expect(names(unwrap(leaderboard(statistics)))).toEqual(order);
  expect(order.map((person) => scoreOf(statistics, person)!.rank)).toEqual([1, 2]);
});

test.each([
  [3, 3],
  [3, 2],
  [0, 5],
  [Number.NaN, 5],
])('a leaderboard from %d to %d is refused', (first, last) => {
  expect(leaderboard(after('anna won'), first, last)).toEqual(err({ code: 'people/leaderboard-range', first, last }));
});

test('recording results in two parts gives the same as at once, and does not change the input', () => {
  const results = fc.array(fc.tuple(fc.constantFrom('anna', 'bert', 'carl'), fc.constantFrom('won', 'lost', 'drew')));
  fc.assert(
    fc.property(results, results, (one, two) => {
      const [first, second] = [one, two].map((part) => part.map((words) => result(words.join(' '))));
      const before = recordResults(NO_STATISTICS, first!);
      const copy = structuredClone(before);
      expect(recordResults(before, second!)).toEqual(recordResults(NO_STATISTICS, [...first!, ...second!]));
      expect(before).toEqual(copy);
    }),
  );
});

test('the ranks of all people are 1 to n, in the order of the leaderboard', () => {
  const results = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('won', 'lost', 'drew')));
  fc.assert(
    fc.property(results, (played) => {
      const statistics = recordResults(
        NO_STATISTICS,
        played.map((words) => result(words.join(' '))),
      );
      const board = unwrap(leaderboard(statistics));
      expect(board.map(({ person }) => scoreOf(statistics, person)!.rank)).toEqual(board.map((_, index) => index + 1));
    }),
  );
});

test('the rank after each result is the position on the leaderboard at that time', () => {
  const results = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('won', 'lost', 'drew')));
  fc.assert(
    fc.property(results, (played) => {
      const all = played.map((words) => result(words.join(' ')));
      for (const [index, { person }] of all.entries()) {
        const then = recordResults(NO_STATISTICS, all.slice(0, index + 1));
        expect(then.get(person)!.at(-1)!.rank).toBe(names(unwrap(leaderboard(then))).indexOf(person) + 1);
      }
    }),
  );
});

function result(words: string): GameResult {
  const [person, fared] = words.split(' ') as [string, GameResult['fared']];
  return { person, fared, at: '2026-01-01T00:00:00.000Z' };
}

function names(rows: readonly { readonly person: string }[]): string[] {
  return rows.map(({ person }) => person);
}
