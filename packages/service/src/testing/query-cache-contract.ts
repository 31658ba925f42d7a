import { describe, expect, test } from 'vitest';
import type { QueryCache } from '../ports/index.js';
import { instant } from './samples.js';

const NEVER = { kind: 'never' } as const;

/** The contract of every query cache. `open` returns an empty one that holds 100 results. */
export function testQueryCache(name: string, open: () => Promise<QueryCache>): void {
  describe(`${name} keeps the contract of a query cache`, () => {
    const now = { now: instant(0) };

    test('a result is retrieved as it was stored', async () => {
      const cache = await open();
      expect(cache.retrieve('board:1', now)).toBeUndefined();
      cache.store('board:1', { fen: '8/8', list: [null, 1] }, NEVER);
      expect(cache.retrieve('board:1', now)).toEqual({ fen: '8/8', list: [null, 1] });
      expect(cache.retrieve('board:2', now)).toBeUndefined();
    });

    test('null and false are results too', async () => {
      const cache = await open();
      cache.store('a', null, NEVER);
      cache.store('b', false, NEVER);
      expect([cache.retrieve('a', now), cache.retrieve('b', now)]).toEqual([null, false]);
    });

    test('a newer result replaces an older one with its expiry', async () => {
      const cache = await open();
      cache.store('a', 1, { kind: 'at', instant: instant(10) });
      cache.store('a', 2, NEVER);
      expect(cache.retrieve('a', { now: instant(20) })).toBe(2);
    });

    test('a deleted result is not retrieved, whatever its expiry; the others stay', async () => {
      const cache = await open();
      for (const key of ['a', 'b', 'c']) cache.store(key, key, NEVER);
      cache.delete(['a', 'c', 'unknown']);
      expect(['a', 'b', 'c'].map((key) => cache.retrieve(key, now))).toEqual([undefined, 'b', undefined]);
    });

    test('a result that expires at an instant is valid before it only', async () => {
      const cache = await open();
      cache.store('a', 1, { kind: 'at', instant: instant(10) });
      expect(cache.retrieve('a', { now: instant(9.999) })).toBe(1);
      expect(cache.retrieve('a', { now: instant(10) })).toBeUndefined();
    });

    test('a result that expires with a turn is valid up to that turn, if the reader gives the turn', async () => {
      const cache = await open();
      cache.store('a', 1, { kind: 'after-turn', turn: 5 });
      expect(cache.retrieve('a', { now: instant(0), turn: 5 })).toBe(1);
      expect(cache.retrieve('a', { now: instant(0), turn: 6 })).toBeUndefined();
      expect(cache.retrieve('a', now)).toBeUndefined();
    });

    test('it does not grow without bound', async () => {
      const cache = await open();
      for (let index = 0; index < 1000; index++) cache.store(`${index}`, index, NEVER);
      const kept = Array.from({ length: 1000 }, (_, index) => cache.retrieve(`${index}`, now));
      expect(kept.filter((answer) => answer !== undefined).length).toBeLessThanOrEqual(100);
      expect(cache.retrieve('999', now)).toBe(999);
    });
  });
}
