import { type GameId, type Millis, type Ply, SERVER } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { codeOf, move, noSignals, playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import { hasEnded, perPlayer, remaining } from './clocked-games.js';

/** Flags fall on time, and not before. */
export function testClocks(open: OpenTestService): void {
  describe('clocks', () => {
    test('a flag falls although both players are offline', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(10) });
      await playMoves(testService, game, 'e4', 'e5');
      await testService.clock.advance(9000);
      expect(await hasEnded(testService, game)).toBe(false);
      await testService.clock.advance(2000);
      await eventually(() => hasEnded(testService, game));
      expect(unwrap(await testService.service.queries.view(game, null)).end).toEqual({
        kind: 'win',
        winner: 'black',
        cause: 'timeout',
      });
    });

    test('a clock per player has no increment by default', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: { kind: 'per-player', playerMs: 10_000 as Millis } });
      await playMoves(testService, game, 'e4', 'e5');
      expect(await remaining(testService, game)).toEqual({ white: 10_000, black: 10_000 });
      expect(unwrap(await testService.service.queries.view(game, null)).configuration?.clock).toMatchObject({
        incrementMs: 0,
      });
    });

    test('a distant flag falls too', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(600) });
      expect(testService.service.gauges().armedDeadlines).toBe(0);
      await testService.clock.advance(602_000);
      await eventually(() => hasEnded(testService, game));
    });

    test('a move in time moves the deadline', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: { kind: 'per-move', moveMs: 5000 as Millis } });
      for (const text of ['e4', 'e5', 'Nf3', 'Nc6']) {
        await testService.clock.advance(4000);
        await playMoves(testService, game, text);
      }
      expect(await remaining(testService, game)).toEqual({ white: 5000, black: 5000 });
      await testService.clock.advance(6000);
      await eventually(() => hasEnded(testService, game));
    });

    test('no timer is left for games that ended', async () => {
      const testService = await open();
      const before = testService.clock.timers();
      for (let number = 0; number < 20; number++) {
        const game = await startGame(testService, { clock: perPlayer(30) });
        expect(testService.clock.timers()).toBeLessThanOrEqual(before + 2);
        unwrap(await testService.service.games.command(testService.anna, game, { type: 'Resign' }));
      }
      expect(testService.service.gauges().armedDeadlines).toBe(0);
      await testService.service.close();
      expect(testService.clock.timers()).toBe(0);
    });

    test('setting the machine’s clock does not change the players’ time', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(60) });
      await playMoves(testService, game, 'e4', 'e5');
      await testService.clock.advance(1000);
      testService.clock.setBack(3_600_000);
      await testService.clock.advance(1000);
      await playMoves(testService, game, 'Nf3');
      expect(await remaining(testService, game)).toEqual({ white: 58_000, black: 60_000 });
    });

    test('a flag falls once, even if two servers see it', async () => {
      const testService = await open({ signals: noSignals });
      const game = await startGame(testService, { clock: perPlayer(10) });
      const other = await testService.another();
      await testService.clock.advance(12_000);
      await eventually(() => hasEnded(testService, game));
      expect(unwrap(await other.queries.facts(game, { type: 'FlagFell' }))).toHaveLength(1);
      // All servers use the same key for a flag, so that the store recognises a repetition.
      expect(await testService.ports.store.games.findReceipt(game, SERVER, 'flag:4')).toMatchObject({ version: 6 });
      await other.close();
    });

    test('a move after the flag is refused, even before the flag is handled', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(10) });
      await testService.clock.advance(10_200);
      expect(codeOf(await testService.service.games.command(testService.anna, game, move('e4')))).toBe(
        'game/flag-fallen',
      );
      unwrap(await testService.service.games.command(testService.anna, game, move('e4'), { lagMs: 400 }));
    });

    test('of a move and a flag at the same moment one counts, by the recorded time', async () => {
      const testService = await open();
      for (let offsetMs = -5; offsetMs <= 5; offsetMs++) {
        const game = await startGame(testService, { clock: perPlayer(10) });
        // The flag falls when no lag compensation could save a move any more.
        await testService.clock.advance(10_499 + offsetMs);
        const [answer] = await Promise.all([
          testService.service.games.command(testService.anna, game, move('e4'), { lagMs: 500 }),
          testService.clock.advance(1),
        ]);
        // Flags that fall close together are handled together, a few milliseconds later.
        await testService.clock.advance(10);
        if (!answer.ok) await eventually(() => hasEnded(testService, game));
        const facts = unwrap(await testService.service.queries.facts(game)).map(({ fact }) => fact.type);
        const which = facts.filter((type) => type === 'MovePlayed' || type === 'FlagFell');
        expect(which).toEqual([answer.ok ? 'MovePlayed' : 'FlagFell']);
        if (offsetMs !== 0) expect(answer.ok).toBe(offsetMs < 0);
      }
    });

    test('the first move is free for a while, also after a restart; then the game is aborted', async () => {
      const testService = await open({}, { firstMoveMs: 30_000 });
      const options = { clock: perPlayer(60, 2) };
      const started = await startGame(testService, options);
      const games = [await startGame(testService, options), await startGame(testService, options)] as const;
      await testService.clock.advance(20_000);
      await playMoves(testService, games[1], 'e4');
      await testService.clock.advance(9000);
      for (const game of games) expect(await hasEnded(testService, game)).toBe(false);
      await playMoves(testService, started, 'e4', 'e5');
      await testService.service.close();
      await testService.clock.advance(3_600_000);
      const service = await testService.another();
      await testService.clock.advance(29_000);
      const clocks = { remainingMs: { white: 60_000, black: 60_000 }, running: null, abortInMs: 1000 };
      for (const game of games)
        expect(unwrap(await service.queries.view(game, null))).toMatchObject({ end: null, clocks });
      await testService.clock.advance(2000);
      for (const [index, game] of games.entries()) {
        await eventually(() => hasEnded({ service }, game));
        expect(unwrap(await service.queries.view(game, null)).end).toMatchObject({ kind: 'none', cause: 'aborted' });
        expect(unwrap(await service.queries.facts(game, { type: 'FirstMoveMissed' }))).toMatchObject([
          { fact: { color: index === 0 ? 'white' : 'black' } },
        ]);
      }
      expect(unwrap(await service.queries.pgn(games[0]))).toMatch(/\[Result "\*"\][\s\S]*\[Termination "abandoned"\]/);
      expect(await remaining({ service }, started)).toEqual({ white: 29_000, black: 60_000 });
      expect(testService.logged).toEqual([]);
      await service.close();
    });

    test('the first move is free in real time between people, also in forks and rematches', async () => {
      const testService = await open({}, { firstMoveMs: 30_000 });
      const { service, anna, bert } = testService;
      const runs = async (game: GameId) => {
        const { configuration, clocks } = unwrap(await service.queries.view(game, null));
        expect(configuration?.firstMoveMs).toBe(clocks?.running === null ? 30_000 : undefined);
        return clocks?.running ?? null;
      };
      const game = await startGame(testService, { clock: { kind: 'per-move', moveMs: 60_000 as Millis } });
      expect(await runs(game)).toBe(null);
      await playMoves(testService, game, 'e4', 'e5');
      const forked = unwrap(await service.games.fork(anna, { game, ply: 2 as Ply }, { side: 'white' })).game;
      unwrap(await service.games.command(bert, forked, { type: 'JoinGame' }));
      expect(await runs(forked)).toBe(null);
      unwrap(await service.games.command(anna, game, { type: 'Resign' }));
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'rematch' }));
      const { next } = unwrap(await service.games.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(await runs(next!)).toBe(null);
      expect(await runs(await startGame(testService, { clock: { kind: 'days-per-move', days: 1 } }))).toBe('white');
      const hotSeat = { clock: perPlayer(60), hotSeat: true } as const;
      expect(await runs(unwrap(await service.games.create(anna, hotSeat)).game)).toBe('white');
      const seats = { white: anna, black: bert };
      expect(await runs(unwrap(await service.games.create(SERVER, { clock: perPlayer(60), seats })).game)).toBe(
        'white',
      );
    });

    test('a player who is away long enough loses by a claim, and not before', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService, { clock: perPlayer(600), abandonedAfterMs: 30_000 as Millis });
      await playMoves(testService, game, 'e4', 'e5');
      const claim = () => service.games.command(anna, game, { type: 'ClaimVictory' });
      const presence = unwrap(await service.live.enter(game, bert));
      await testService.clock.advance(60_000);
      expect(service.live.presenceOf(game)).toMatchObject({ white: false, black: true, watchers: 0, people: [bert] });
      expect(codeOf(await claim())).toBe('game/opponent-connected');
      presence.leave();
      await testService.clock.advance(29_000);
      expect(codeOf(await claim())).toBe('game/opponent-connected');
      await testService.clock.advance(1000);
      unwrap(await claim());
    });
  });
}
