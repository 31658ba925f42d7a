import type { PersonId } from '@chessmith/people';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personBuckets } from './per-person.js';
import { takeToken, tokenBucket } from './token-bucket.js';

const LIMITS = { burst: 3, perSecond: 2 };
const [ANNA, BERT] = ['anna', 'bert'] as PersonId[] as [PersonId, PersonId];

test('an empty bucket says how long to wait, and that time is enough', () => {
  let nowMs = 0;
  const accounts = personBuckets(LIMITS, { monotonicMs: () => nowMs });
  expect([1, 2, 3, 4].map(() => accounts.charge(ANNA))).toEqual([0, 0, 0, 500]);
  expect(accounts.charge(BERT)).toBe(0);
  nowMs = 400;
  expect(accounts.charge(ANNA)).toBe(100);
  nowMs = 500;
  expect([accounts.charge(ANNA), accounts.charge(ANNA)]).toEqual([0, 500]);
});

test('forgetting a bucket never gives extra tokens', () => {
  const visits = fc.array(
    fc.tuple(
      fc.constantFrom(ANNA, BERT),
      fc.oneof({ weight: 20, arbitrary: fc.nat({ max: 150 }) }, fc.nat({ max: 3500 })),
    ),
    {
      minLength: 20,
      maxLength: 120,
    },
  );
  fc.assert(
    fc.property(visits, (all) => {
      let nowMs = 0;
      const accounts = personBuckets(LIMITS, { monotonicMs: () => nowMs });
      const never = { [ANNA]: tokenBucket(LIMITS), [BERT]: tokenBucket(LIMITS) };
      for (const [person, laterMs] of all) {
        nowMs += laterMs;
        expect(accounts.charge(person) === 0).toBe(takeToken(never[person]!, nowMs));
      }
    }),
  );
});
