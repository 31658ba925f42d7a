import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { mapCache, playMoves, startGame } from '../test-service.js';

/** Results that are cached or dropped. */
export function testCachedResults(open: OpenTestService): void {
  describe('cached results', () => {
    test('clients read their own writes, although earlier results are cached', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      const turn = async () => unwrap(await service.queries.run({ name: 'TurnNumber', game }));
      const moves = async () =>
        unwrap(await service.queries.run({ name: 'MoveHistory', game })).map(({ move }) => move);
      expect([await turn(), await moves()]).toEqual([0, ['']]);
      await playMoves(testService, game, 'e4');
      expect([await turn(), await moves()]).toEqual([1, ['', 'e4']]);
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'takeback' }));
      unwrap(await service.games.command(bert, game, { type: 'Accept', what: 'takeback' }));
      expect([await turn(), await moves()]).toEqual([0, ['']]);
      await playMoves(testService, game, 'd4');
      expect([await turn(), await moves()]).toEqual([1, ['', 'd4']]);
    });

    test('a result is computed once', async () => {
      const stored: string[] = [];
      const cache = mapCache();
      const testService = await open({
        cache: {
          ...cache,
          store(key, ...more) {
            stored.push(key);
            cache.store(key, ...more);
          },
        },
      });
      const game = await startGame(testService);
      for (let times = 0; times < 2; times++) {
        unwrap(await testService.service.queries.run({ name: 'MoveHistory', game }));
      }
      expect(stored).toEqual([`boardstate:${game}:0`, `movehistory:${game}`]);
    });

    test('a result that became stale while it was computed is not cached', async () => {
      let release: () => void = () => {};
      let gate: Promise<void> | undefined;
      let arrived: () => void = () => {};
      const testService = await open();
      const { store } = testService.ports;
      const directory: typeof store.directory = {
        ...store.directory,
        async gamesOf(...asked) {
          const found = await store.directory.gamesOf(...asked);
          arrived();
          await gate;
          return found;
        },
      };
      const slow = await testService.another({ cache: mapCache(), store: { ...store, directory } });
      const gamesOf = async () =>
        unwrap(await slow.queries.run({ name: 'UserGames', person: testService.anna }, testService.anna)).length;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      const isUnderWay = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const early = gamesOf();
      await isUnderWay;
      unwrap(await slow.games.create(testService.anna, {}));
      release();
      expect(await early).toBe(0);
      expect(await gamesOf()).toBe(1);
      await slow.close();
    });
  });
}
