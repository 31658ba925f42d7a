import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeToken, tokenBucket } from './token-bucket.js';

test('a burst passes at once, then the rate per second; idle time refills at most one burst', () => {
  const bucket = tokenBucket({ burst: 3, perSecond: 2 });
  const at = (...times: readonly number[]) => times.map((time) => takeToken(bucket, time));
  expect(at(1000, 1000, 1000, 1000)).toEqual([true, true, true, false]);
  expect(at(1250, 1500, 1500, 2000)).toEqual([false, true, false, true]);
  expect(at(90_000, 90_000, 90_000, 90_000)).toEqual([true, true, true, false]);
});

test('no sequence of requests gets more than the burst and the refill', () => {
  const pauses = fc.array(fc.nat({ max: 700 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20 }), pauses, (burst, perSecond, waits) => {
      const bucket = tokenBucket({ burst, perSecond });
      let nowMs = 5000;
      let given = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        if (takeToken(bucket, nowMs)) given++;
        expect(given).toBeLessThanOrEqual(burst + ((nowMs - 5000 - waits[0]!) * perSecond) / 1000 + 1e-9);
      }
    }),
  );
});
