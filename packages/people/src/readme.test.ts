import { readFileSync } from 'node:fs';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { leaderboard, NO_STATISTICS, parseName, recordResults } from './index.js';

test('the example of the README is true', () => {
  expect(parseName(' Anna ')).toEqual({ ok: true, value: 'Anna' });
  expect(parseName('admin')).toEqual({ ok: false, error: { code: 'people/name-reserved' } });
  // README
  const at = new Date().toISOString();
  const statistics = recordResults(NO_STATISTICS, [
    { person: 'anna', at, fared: 'won' },
    { person: 'bert', at, fared: 'lost' },
  ]);
  // end
  expect(unwrap(leaderboard(statistics))).toMatchObject([
    { person: 'anna', rank: 1, wins: 1 },
    { person: 'bert', rank: 2, losses: 1 },
  ]);
});

test('the README shows the example that is tested here', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, tested = ''] = /\/\/ README\n(.*?)\s+\/\/ end\n/s.exec(textOf('readme.test.ts')) ?? [];
  expect(textOf('../README.md')).toContain(tested.replace(/^ {2}/gm, ''));
});
