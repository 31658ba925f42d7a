import type { AsOf } from '@chessmith/service';
import { testQueryCache } from '@chessmith/service/testing';
import { expect, test } from 'vitest';
import { memoryQueryCache } from './query-cache.js';

testQueryCache('memory', async () => memoryQueryCache({ maxBytes: 20_000 }));

const asOf = { now: '2026-01-01T00:00:00.000Z' } as AsOf;

test('a cache of 200 KB keeps less than a hundred results of 1,000 characters: the latest, and one that is used often', () => {
  const cache = memoryQueryCache({ maxBytes: 200_000 });
  for (let number = 0; number < 1000; number++) {
    cache.store(`result ${number}`, { text: 'x'.repeat(1000) }, { kind: 'never' });
    cache.retrieve('result 0', asOf);
  }
  const kept: number[] = [];
  for (let number = 0; number < 1000; number++) {
    if (cache.retrieve(`result ${number}`, asOf) !== undefined) kept.push(number);
  }
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100);
  expect(kept).toEqual([0, ...Array.from({ length: kept.length - 1 }, (_, index) => 1001 - kept.length + index)]);
});

test('a result larger than the cache is not stored, and the result that it replaces is removed', () => {
  const cache = memoryQueryCache({ maxBytes: 10_000 });
  cache.store('moves', ['e4'], { kind: 'never' });
  cache.store(
    'moves',
    Array.from({ length: 10_000 }, () => 'e4'),
    { kind: 'never' },
  );
  expect(cache.retrieve('moves', asOf)).toBeUndefined();
});
