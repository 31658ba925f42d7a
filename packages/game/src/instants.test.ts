import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochMsOf, type Instant, instantAt } from './instants.js';

/** Years 100 to 9999: before, `Date.UTC` means the 20th century; after, dates are written with a sign. */
const anyMs = fc.integer({ min: Date.UTC(100, 0, 1), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });

test('instants are written and read as a Date does', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const text = new Date(ms).toISOString();
      expect(instantAt(ms)).toBe(text);
      expect(epochMsOf(text as Instant)).toBe(ms);
    }),
  );
});

test('milliseconds are rounded down, also on the border of a day', () => {
  expect(instantAt(86_399_999.9)).toBe('1970-01-01T23:59:59.999Z');
  expect(instantAt(-0.5)).toBe('1969-12-31T23:59:59.999Z');
});

test('what is no instant is no number', () => {
  expect(epochMsOf('yesterday' as Instant)).toBeNaN();
});
