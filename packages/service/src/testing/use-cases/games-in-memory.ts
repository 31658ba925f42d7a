import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { GameId, RulesetId } from '@chessmith/game';
import { classicalReferee, type Referee, rulesetNamed } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { SubscriptionEvent } from '../../service.js';
import type { OpenTestService } from '../test-service.js';
import { FOOLS_MATE, noSignals, playMoves, startGame } from '../test-service.js';

/** Which games are in memory, and what lists show of them. */
export function testGamesInMemory(open: OpenTestService): void {
  describe('games in memory', () => {
    test('lists show the last move on every server, whether the game is in memory or not', async () => {
      const testService = await open({ signals: noSignals });
      const { service, anna, ports } = testService;
      const game = await startGame(testService, { alias: 'shown' });
      const other = await testService.another();
      const shown = async (server = service) => [
        unwrap(await server.games.findById(game)),
        unwrap(await server.games.findByAlias('shown', null)),
        ...(await server.games.list({}, { limit: 5 })).games,
        ...unwrap(await server.games.listOf(anna, null, {}, { limit: 5 })).games,
        ...unwrap(await server.queries.run({ name: 'UserGames', person: anna }, anna)),
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
      unwrap(await other.queries.view(game, null));
      await playMoves(testService, game, 'Nc6');
      expect(unwrap(await other.games.findById(game)).summary).toMatchObject({ lastMove: 'Nc6' });
      await other.close();

      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'draw' }));
      await service.close();
      const next = await testService.another();
      const { games } = await next.games.list({}, { limit: 5 });
      expect(games).toMatchObject([{ game, summary: { lastMove: 'Nc6', ply: 4, turn: 'white' } }]);
      const kept = await ports.store.directory.game(game);
      expect(kept).toMatchObject({ summary: games[0]!.summary, summaryVersion: games[0]!.version });
      await next.close();
    });

    test('a game that ended leaves memory and can still be read', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      expect(testService.service.gauges().gamesInMemory).toBe(0);
      expect(unwrap(await testService.service.queries.view(game, null)).end).toMatchObject({
        winner: 'black',
        cause: 'checkmate',
      });
      expect(testService.service.gauges().gamesInMemory).toBe(0);
    });

    test('a game is drawn at the configured maximum length', async () => {
      const testService = await open({}, { maxPlies: 4 });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nc6');
      const { end, situation } = unwrap(await testService.service.queries.view(game, null));
      expect([situation, end]).toEqual(['terminated', { kind: 'draw', cause: 'move-rule', rule: 'ply-cap' }]);
    });

    test('a person who enters a game that ended is present there', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, ...FOOLS_MATE);
      const presence = unwrap(await testService.service.live.enter(game, testService.bert));
      expect(testService.service.live.presenceOf(game)).toMatchObject({ black: true, watchers: 0 });
      presence.leave();
      expect(testService.service.gauges().gamesInMemory).toBe(0);
    });

    test('memory holds no more games than allowed, and evicted games continue', async () => {
      const testService = await open({}, { gamesInMemory: 3 });
      const games: GameId[] = [];
      for (let number = 0; number < 10; number++) games.push(await startGame(testService));
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
      for (const game of games) await playMoves(testService, game, 'e4');
      expect(testService.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
    });

    test('compiled rules count once per referee, and games with large rules are evicted', async () => {
      const bytes = 100_000;
      const standard = classicalReferee(rulesetNamed('standard')!);
      const of = new Map<string, Referee>();
      const referees = {
        referee: (id: string) => {
          if (!of.has(id)) of.set(id, { ...(standard as Referee), ...(id === 'standard' ? {} : { cost: { bytes } }) });
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

    test('compiled rules of evicted games are garbage', async () => {
      const standard = rulesetNamed('standard')!;
      const loaded: WeakRef<Referee>[] = [];
      const referees = {
        referee: () => {
          const referee = { ...(classicalReferee({ ...standard }) as Referee), cost: { bytes: 100_000 } };
          loaded.push(new WeakRef(referee));
          return referee;
        },
      };
      const testService = await open({ referees }, { gameBytesInMemory: 300_000 });
      const { service, anna } = testService;
      for (let number = 0; number < 20; number++) {
        const game = await startGame(testService, { ruleset: `rules-${number}` as RulesetId });
        await playMoves(testService, game, 'e4', 'e5');
        unwrap(await service.queries.run({ name: 'BoardStateAtTurn', game }, anna));
      }
      await setImmediate();
      collectGarbage();
      const alive = loaded.filter((referee) => referee.deref() !== undefined);
      expect(service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
      expect(alive.length).toBeLessThanOrEqual(5);
    });

    test('memory holds no more bytes than allowed, even with subscribers, and all games continue', async () => {
      const testService = await open({}, { gameBytesInMemory: 18_000 });
      const games: GameId[] = [];
      for (let number = 0; number < 6; number++) games.push(await startGame(testService));
      const received: string[] = [];
      for (const game of games) {
        const onEvent = (event: SubscriptionEvent) => void (event.kind === 'news' && received.push(game));
        unwrap(
          await testService.service.live.subscribe({ game, node: 'MoveHistoryUpdateEvent', person: null }, onEvent),
        );
      }
      expect(testService.service.gauges().gamesInMemory).toBe(3);
      for (const game of games) await playMoves(testService, game, 'e4', 'e5');
      expect(testService.service.gauges().gamesInMemory).toBe(3);
      expect(received).toEqual(games.flatMap((game) => [game, game]));
    });
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
