import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochMsOf, type Instant, instantAt } from './instants.js';

/** Years 100 to 9999: below, `Date.UTC` adds 1900; above, ISO dates have a sign. */
const anyMs = fc.integer({ min: Date.UTC(100, 0, 1), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });

test('instants are formatted and parsed as by Date', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const text = new Date(ms).toISOString();
      expect(instantAt(ms)).toBe(text);
      expect(epochMsOf(text as Instant)).toBe(ms);
    }),
  );
});

test('milliseconds are rounded down, also at the border of a day', () => {
  expect(instantAt(86_399_999.9)).toBe('1970-01-01T23:59:59.999Z');
  expect(instantAt(-0.5)).toBe('1969-12-31T23:59:59.999Z');
});

test('invalid text gives NaN', () => {
  expect(epochMsOf('yesterday' as Instant)).toBeNaN();
});
