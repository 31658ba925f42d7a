import type { GameId, Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { localStatistics } from '../../statistics/local-statistics.js';
import type { OpenTestService } from '../test-service.js';
import { codeOf, FOOLS_MATE, move, pgns, playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';

/** A game after its end: statistics, rematch, facts and PGN. */
export function testAfterTheEnd(open: OpenTestService): void {
  describe('after the end', () => {
    test('a result reaches the statistics as soon as they accept it', async () => {
      let isDown = true;
      const taken: string[] = [];
      const testService = await open({
        statistics: {
          async record({ game, end }) {
            if (isDown) throw new Error('down');
            taken.push(`${game} ${end.kind}`);
          },
        },
      });
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      await eventually(() => testService.logged.includes('a message could not be delivered and is retried'));
      expect(await testService.ports.store.outbox.waiting('results')).toBe(1);
      isDown = false;
      await eventually(async () => {
        await testService.clock.advance(1000);
        return (await testService.ports.store.outbox.waiting('results')) === 0;
      });
      expect(taken).toEqual([`${game} win`]);
    });

    test('local statistics are the same whenever the games are counted', async () => {
      const testService = await open();
      const { service, anna, bert, ports } = testService;
      const early = localStatistics(ports.store.directory);
      expect(await early.score(anna)).toBeUndefined();
      // Created first and ended last: results count in the order of the ends.
      const long = await startGame(testService);
      const mated = await startGame(testService);
      await playMoves(testService, mated, ...FOOLS_MATE);
      await testService.clock.advance(5000);
      const drawn = await startGame(testService);
      unwrap(await service.games.command(anna, drawn, { type: 'Offer', what: 'draw' }));
      unwrap(await service.games.command(bert, drawn, { type: 'Accept', what: 'draw' }));
      const aborted = await startGame(testService);
      unwrap(await service.games.command(anna, aborted, { type: 'Abort' }));
      await testService.clock.advance(5000);
      unwrap(await service.games.command(anna, mated, { type: 'Offer', what: 'rematch' }));
      unwrap(await service.games.command(anna, long, { type: 'Resign' }));
      await eventually(() => testService.results.length === 3);
      for (const result of [...testService.results, ...testService.results]) await early.record(result);
      const late = localStatistics(ports.store.directory);
      expect(await early.history(anna)).toMatchObject([{ losses: 1 }, { losses: 1 }, { losses: 2 }]);
      for (const person of [anna, bert]) expect(await late.history(person)).toEqual(await early.history(person));
      expect(unwrap(await late.leaderboard()).map(({ person }) => person)).toEqual([bert, anna]);
    });

    test('a rematch exists when it is agreed, with colours exchanged', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'rematch' }));
      const { next } = unwrap(await service.games.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(unwrap(await service.queries.view(next!, anna))).toMatchObject({ situation: 'running', yours: ['black'] });
      expect(unwrap(await service.queries.view(game, anna)).next).toBe(next);
      unwrap(await service.games.command(bert, next!, move('e4')));
      await eventually(async () => (await testService.ports.store.outbox.waiting('rematches')) === 0);
    });

    test('a rematch that could not be created at once is created later', async () => {
      const testService = await open();
      const { service, anna, bert, ports } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'rematch' }));
      await service.close();

      let isDown = false;
      const second = await testService.another({
        referees: { referee: (ruleset) => (isDown ? undefined : ports.referees.referee(ruleset)) },
        subscribers: [
          {
            name: 'saboteur',
            onFact({ fact }) {
              if (fact.type === 'RematchAccepted') isDown = true;
            },
          },
        ],
      });
      const { next } = unwrap(await second.games.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(codeOf(await second.queries.view(next!, anna))).toBe('game/not-found');
      await second.close();

      await testService.clock.advance(3600_000);
      const third = await testService.another();
      await eventually(async () => (await third.queries.view(next!, anna)).ok);
      unwrap(await third.games.command(bert, next!, move('e4')));
      await third.close();
    });

    test('facts contain no secrets before the end', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const before = unwrap(await testService.service.queries.facts(game));
      expect(JSON.stringify(before)).not.toContain('secret');
      expect(before.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
      expect(
        unwrap(await testService.service.queries.facts(game, { after: before[2]!.version })).map(
          ({ fact }) => fact.type,
        ),
      ).toEqual(['GameStarted']);
      await playMoves(testService, game, ...FOOLS_MATE);
      expect(JSON.stringify(unwrap(await testService.service.queries.facts(game)))).toContain('joinCode');
    });

    test('games are exported as PGN, one or many', async () => {
      const testService = await open();
      const games = [
        await startGame(testService),
        await startGame(testService, { ruleset: 'chess960', setup: { number: 10 } }),
      ];
      await playMoves(testService, games[0]!, ...FOOLS_MATE);
      const text = unwrap(await testService.service.queries.pgn(games[0]!));
      expect(text).toContain('[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]');
      expect(text).toContain('1. f3 e5 2. g4 Qh4# 0-1');
      expect(unwrap(await testService.service.queries.pgn(games[1]!))).toMatch(
        /\[Variant "[^"]*960[^"]*"\]\n\[SetUp "1"\]\n\[FEN "/,
      );
      expect(await pgns(testService.service.queries.pgnOfMany({ search: {} }))).toHaveLength(2);
      expect(await pgns(testService.service.queries.pgnOfMany({ of: testService.bert, viewer: null }))).toHaveLength(2);
    });

    test('PGN names the termination with a word of the standard', async () => {
      const testService = await open();
      const { service, anna, clock } = testService;
      const terminated = async (game: GameId) =>
        /\[Termination "(.*)"\]/.exec(unwrap(await service.queries.pgn(game)))![1];
      const game = await startGame(testService, { clock: { kind: 'per-move', moveMs: 1000 as Millis } });
      expect(await terminated(game)).toBe('unterminated');
      await clock.advance(2000);
      await eventually(async () => unwrap(await service.queries.view(game, null)).situation === 'terminated');
      expect(await terminated(game)).toBe('time forfeit');
      for (const [type, word] of [
        ['Resign', 'normal'],
        ['Abort', 'abandoned'],
      ] as const) {
        const other = await startGame(testService);
        unwrap(await service.games.command(anna, other, { type }));
        expect(await terminated(other)).toBe(word);
      }
    });
  });
}
