import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { mapCache, move, playMoves, startGame } from '../test-service.js';

/** Results that are cached, computed ahead, or dropped. */
export function testCachedResults(open: OpenTestService): void {
  describe('cached results', () => {
    test('clients read their own writes even if the cache fails to delete', async () => {
      let isDown = false;
      const cache = mapCache();
      const failing = {
        ...cache,
        async delete(keys: readonly string[]) {
          if (isDown) throw new Error('down');
          await cache.delete(keys);
        },
      };
      const testService = await open({ cache: failing });
      const { service } = testService;
      const game = await startGame(testService);
      const turn = async () => unwrap(await service.queries.run({ name: 'TurnNumber', game }));
      const history = async () => unwrap(await service.queries.run({ name: 'MoveHistory', game })).length;
      expect([await turn(), await history()]).toEqual([0, 1]);
      isDown = true;
      await playMoves(testService, game, 'e4');
      expect(service.gauges().subscribersBehind).toBe(1);
      await playMoves(testService, game, 'e5');
      expect([await turn(), await history()]).toEqual([2, 3]);
      isDown = false;
      await testService.clock.advance(60_000);
      expect(service.gauges().subscribersBehind).toBe(0);
      expect([await turn(), await history()]).toEqual([2, 3]);
    });

    test('a draw offer is visible at once, although the cache failed at the offer before', async () => {
      let isDown = false;
      const cache = mapCache();
      const failing = {
        ...cache,
        delete: (keys: readonly string[]) => (isDown ? Promise.reject(new Error('down')) : cache.delete(keys)),
      };
      const testService = await open({ cache: failing });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4');
      const offerer = async () => unwrap(await testService.service.queries.run({ name: 'DrawOffer', game })).by;
      expect(await offerer()).toBeNull();
      isDown = true;
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'takeback' }));
      isDown = false;
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'draw' }));
      expect(await offerer()).toBe('white');
    });

    test('a result that became stale while it was computed is not cached', async () => {
      const cache = mapCache();
      let release: () => void = () => {};
      let gate: Promise<void> | undefined;
      let arrived: () => void = () => {};
      const slow = {
        ...cache,
        async retrieve(...asked: Parameters<typeof cache.retrieve>) {
          arrived();
          await gate;
          return cache.retrieve(...asked);
        },
      };
      const testService = await open({ cache: slow });
      const game = await startGame(testService);
      const offerer = async () => unwrap(await testService.service.queries.run({ name: 'DrawOffer', game })).by;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      const isUnderWay = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const early = offerer();
      await isUnderWay;
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'draw' }));
      release();
      expect(await early).toBeNull();
      expect(await offerer()).toBe('white');
    });

    test('the queue bounds what is computed ahead; the rest is computed on request', async () => {
      const testService = await open({}, { queriesAhead: 2 });
      const game = await startGame(testService);
      for (const name of ['TurnNumber', 'ActivePlayer', 'DrawOffer', 'MoveHistory'] as const) {
        unwrap(await testService.service.queries.run({ name, game }));
      }
      await playMoves(testService, game, 'e4');
      expect(testService.service.gauges().queriesAhead).toBe(2);
      expect(unwrap(await testService.service.queries.run({ name: 'MoveHistory', game }))).toHaveLength(2);
    });

    test('nothing is computed ahead in a service that is closing, although a move is under way', async () => {
      const testService = await open();
      const game = await startGame(testService);
      unwrap(await testService.service.queries.run({ name: 'TurnNumber', game }));
      const moving = testService.service.games.command(testService.anna, game, move('e4'));
      await testService.service.close();
      unwrap(await moving);
      expect(testService.clock.timers()).toBe(0);
    });

    test('recent queries are computed ahead', async () => {
      const stored: string[] = [];
      const cache = mapCache();
      const testService = await open({
        cache: {
          ...cache,
          async store(key, ...more) {
            stored.push(key);
            await cache.store(key, ...more);
          },
        },
      });
      const game = await startGame(testService);
      unwrap(await testService.service.queries.run({ name: 'MoveHistory', game }));
      stored.length = 0;
      await playMoves(testService, game, 'e4');
      expect(stored).toEqual([]);
      await testService.clock.advance(5);
      expect(stored).toContain(`movehistory:${game}`);
      expect(stored).toContain(`boardstate:${game}:1`);
    });
  });
}
