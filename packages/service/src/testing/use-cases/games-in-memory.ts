import type { GameId, RulesetId } from '@chessmith/game';
import { classicalReferee, type Referee, rulesetNamed } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { SubscriptionEvent } from '../../service.js';
import { FOOLS_MATE, noSignals, playMoves, startGame } from '../test-service.js';
import type { OpenTestService } from './index.js';

/** Games that are in memory, or no longer, and what lists show of them. */
export function testGamesInMemory(open: OpenTestService): void {
  describe('games in memory', () => {
    test('lists show the last move, whoever looks and whoever has the game in memory', async () => {
      const testService = await open({ signals: noSignals });
      const { service, anna, ports } = testService;
      const game = await startGame(testService, { alias: 'shown' });
      const other = await testService.another();
      const shown = async (seer = service) => [
        unwrap(await seer.findById(game)),
        unwrap(await seer.findByAlias('shown', null)),
        ...(await seer.listGames({}, { limit: 5 })).games,
        ...unwrap(await seer.gamesOf(anna, null, {}, { limit: 5 })).games,
        ...unwrap(await seer.query({ name: 'UserGames', person: anna }, anna)),
      ];
      const played: string[] = [];
      for (const text of ['e4', 'e5', 'Nf3']) {
        await playMoves(testService, game, text);
        played.push(text);
        const summary = { lastMove: text, ply: played.length, turn: played.length % 2 === 0 ? 'white' : 'black' };
        for (const listed of await shown()) expect(listed).toMatchObject({ game, summary });
      }
      const position = expect.stringMatching(/^rnbqkbnr.pppp1ppp.*5N2.* b /);
      const summary = { lastMove: 'Nf3', ply: 3, turn: 'black', position };
      for (const listed of await shown(other)) expect(listed).toMatchObject({ game, summary });
      unwrap(await other.game(game, null));
      await playMoves(testService, game, 'Nc6');
      expect(unwrap(await other.findById(game)).summary).toMatchObject({ lastMove: 'Nc6' });
      await other.close();

      unwrap(await service.command(anna, game, { type: 'Offer', what: 'draw' }));
      await service.close();
      const next = await testService.another();
      const { games } = await next.listGames({}, { limit: 5 });
      expect(games).toMatchObject([{ game, summary: { lastMove: 'Nc6', ply: 4, turn: 'white' } }]);
      const kept = await ports.store.directory.game(game);
      expect(kept).toMatchObject({ summary: games[0]!.summary, summaryVersion: games[0]!.version });
      await next.close();
    });

    test('a game that ended leaves memory, and is read all the same', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      expect(testService.service.gauges().gamesInMemory).toBe(0);
      expect(unwrap(await testService.service.game(game, null)).end).toMatchObject({
        winner: 'black',
        cause: 'checkmate',
      });
      expect(testService.service.gauges().gamesInMemory).toBe(0);
    });

    test('a game is drawn at the length that the server is set to', async () => {
      const testService = await open({}, { longestGame: 4 });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nc6');
      const { end, situation } = unwrap(await testService.service.game(game, null));
      expect([situation, end]).toEqual(['terminated', { kind: 'draw', cause: 'move-rule', rule: 'ply-cap' }]);
    });

    test('somebody who comes to a game that ended is seen there', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      const here = unwrap(await testService.service.enter(game, testService.bert));
      expect(testService.service.presenceOf(game)).toMatchObject({ black: true, watchers: 0 });
      here.leave();
      expect(testService.service.gauges().gamesInMemory).toBe(0);
    });

    test('no more games stay in memory than allowed, and those that left go on', async () => {
      const testService = await open({}, { gamesInMemory: 3 });
      const games: GameId[] = [];
      for (let number = 0; number < 10; number++) games.push(await startGame(testService));
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
      for (const game of games) await playMoves(testService, game, 'e4');
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
    });

    test('compiled rules count once for all games by them, and games by large rules leave memory', async () => {
      const bytes = 100_000;
      const standard = classicalReferee(rulesetNamed('standard')!);
      const of = new Map<string, Referee>();
      const referees = {
        referee: (id: string) => {
          if (!of.has(id)) of.set(id, { ...(standard as Referee), ...(id === 'standard' ? {} : { bytes }) });
          return of.get(id);
        },
      };
      const testService = await open({ referees }, { gameBytesInMemory: 3 * bytes });
      const startBy = (ruleset: string) => startGame(testService, { ruleset: ruleset as RulesetId });
      for (let number = 0; number < 10; number++) await startBy('crazyhouse');
      expect(testService.service.gauges().gamesInMemory).toBe(10);
      const games = [];
      for (let number = 0; number < 10; number++) games.push(await startBy(`rules-${number}`));
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
      for (const game of games) await playMoves(testService, game, 'e4');
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
    });

    test('no more bytes of games stay in memory than allowed, though somebody listens, and all go on', async () => {
      const testService = await open({}, { gameBytesInMemory: 18_000 });
      const games: GameId[] = [];
      for (let number = 0; number < 6; number++) games.push(await startGame(testService));
      const heard: string[] = [];
      for (const game of games) {
        const listener = (news: SubscriptionEvent) => void (news.kind === 'news' && heard.push(game));
        unwrap(await testService.service.subscribe({ game, node: 'MoveHistoryUpdateEvent', person: null }, listener));
      }
      expect(testService.service.gauges().gamesInMemory).toBe(3);
      for (const game of games) await playMoves(testService, game, 'e4', 'e5');
      expect(testService.service.gauges().gamesInMemory).toBe(3);
      expect(heard).toEqual(games.flatMap((game) => [game, game]));
    });
  });
}
