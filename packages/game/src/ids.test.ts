import { ok, seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAlias, parseGameId, parseJoinCode, parseRulesetId, randomGameId, randomJoinCode } from './ids.js';
import { elapsedMs, type Instant, instantAt, later, millis } from './units.js';

test('every random id and join code can be parsed', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      const [id, code] = [randomGameId(random), randomJoinCode(random)];
      expect(parseGameId(id)).toEqual(ok(id));
      expect(parseJoinCode(code)).toEqual(ok(code));
    }),
  );
});

test('a join code is accepted as people type it', () => {
  expect(parseJoinCode(' acde-3467 ')).toEqual(ok('ACDE3467'));
});

describe('malformed ids are refused', () => {
  test.each([
    ['game/bad-game-id', parseGameId('0OIl0OIl0OIl')],
    ['game/bad-game-id', parseGameId('short')],
    ['game/bad-join-code', parseJoinCode('ACDE346')],
    ['game/bad-alias', parseAlias('  ')],
    ['game/bad-alias', parseAlias('a\nb')],
    ['game/bad-alias', parseAlias('.')],
    ['game/bad-alias', parseAlias('..')],
    ['game/bad-ruleset-id', parseRulesetId('../rules')],
  ])('%s', (code, read) => {
    expect(read).toMatchObject({ ok: false, error: { code } });
  });
});

test('elapsed time is never negative', () => {
  const noon = '2026-01-01T12:00:00.000Z' as Instant;
  expect(later(noon, 1_500)).toBe('2026-01-01T12:00:01.500Z');
  expect(elapsedMs(noon, later(noon, 1_500))).toBe(1_500);
  expect(elapsedMs(later(noon, 1_500), noon)).toBe(0);
  expect(instantAt(0)).toBe('1970-01-01T00:00:00.000Z');
  expect([millis(1.9), millis(-1), millis(Number.NaN)]).toEqual([1, 0, 0]);
});
