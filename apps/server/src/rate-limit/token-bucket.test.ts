import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeToken, tokenBucket } from './token-bucket.js';

test('a burst goes through at once, then so many a second, and no silence saves up more than a burst', () => {
  const credits = tokenBucket({ burst: 3, perSecond: 2 });
  const at = (...times: readonly number[]) => times.map((time) => takeToken(credits, time));
  expect(at(1000, 1000, 1000, 1000)).toEqual([true, true, true, false]);
  expect(at(1250, 1500, 1500, 2000)).toEqual([false, true, false, true]);
  expect(at(90_000, 90_000, 90_000, 90_000)).toEqual([true, true, true, false]);
});

test('whoever asks how, nobody gets more than the burst and what the time has earned', () => {
  const pauses = fc.array(fc.nat({ max: 700 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20 }), pauses, (burst, perSecond, waits) => {
      const credits = tokenBucket({ burst, perSecond });
      let nowMs = 5000;
      let given = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        if (takeToken(credits, nowMs)) given++;
        expect(given).toBeLessThanOrEqual(burst + ((nowMs - 5000 - waits[0]!) * perSecond) / 1000 + 1e-9);
      }
    }),
  );
});
