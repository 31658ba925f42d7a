import type { Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { codeOf, playMoves, startGame } from '../test-service.js';
import { perPlayer } from './clocked-games.js';

/** Presence at games, and how long players have been away. */
export function testPresence(open: OpenTestService): void {
  describe('presence', () => {
    test('a person with two connections is present once, until both are closed; anonymous watchers are counted', async () => {
      const testService = await open();
      const { service, anna } = testService;
      const carl = unwrap(await service.people.createGuest({ name: 'Carl' })).person.id;
      const game = await startGame(testService);
      const [page, , otherPage] = [
        unwrap(await service.live.enter(game, anna)),
        unwrap(await service.live.enter(game, carl)),
        unwrap(await service.live.enter(game, anna)),
        unwrap(await service.live.enter(game, null)),
        unwrap(await service.live.enter(game, null)),
      ];
      const all = { white: true, black: false, watchers: 3, people: [anna, carl], awayMs: { white: 0, black: 0 } };
      expect(service.live.presenceOf(game)).toEqual(all);
      page!.leave();
      page!.leave();
      expect(service.live.presenceOf(game)).toEqual({ ...all, people: [carl, anna] });
      otherPage!.leave();
      expect(service.live.presenceOf(game)).toEqual({ ...all, white: false, people: [carl] });
      const empty = { white: false, black: false, watchers: 0, people: [] };
      expect(service.live.presenceOf(await startGame(testService))).toEqual({
        ...empty,
        awayMs: { white: 0, black: 0 },
      });
    });

    test('the time away of a player ends with a connection or a command', async () => {
      const testService = await open();
      const { service, clock, anna, bert } = testService;
      const game = await startGame(testService);
      const page = unwrap(await service.live.enter(game, bert));
      await clock.advance(5000);
      expect(service.live.presenceOf(game).awayMs).toEqual({ white: 5000, black: 0 });
      page.leave();
      await clock.advance(3000);
      await service.games.command(anna, game, { type: 'PlayMove', move: 'e4' });
      await clock.advance(1000);
      expect(service.live.presenceOf(game).awayMs).toEqual({ white: 1000, black: 4000 });
    });

    test('absence counts from the start of the game, and cannot be claimed before both sides have moved', async () => {
      const testService = await open();
      const { service, clock, anna, bert } = testService;
      const { game } = unwrap(await service.games.create(anna, { side: 'white', clock: perPlayer(600) }));
      await clock.advance(65_000);
      unwrap(await service.games.command(bert, game, { type: 'JoinGame' }));
      expect(service.live.presenceOf(game).awayMs).toEqual({ white: 0, black: 0 });
      const claim = () => service.games.command(bert, game, { type: 'ClaimVictory' });
      expect(codeOf(await claim())).toBe('game/too-early-to-claim');
      await playMoves(testService, game, 'e4');
      await clock.advance(65_000);
      expect(codeOf(await claim())).toBe('game/too-early-to-claim');
      await playMoves(testService, game, 'e5');
      expect(codeOf(await claim())).toBe('ok');
    });

    test('a player who sends requests is not away; requests of others do not count', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService, { abandonedAfterMs: 60_000 as Millis });
      await playMoves(testService, game, 'e4', 'e5');
      const claim = { type: 'ClaimVictory' } as const;
      await testService.clock.advance(59_000);
      service.live.touch(game, bert);
      await testService.clock.advance(59_000);
      expect(codeOf(await service.games.command(anna, game, claim))).toBe('game/opponent-connected');
      service.live.touch(game, unwrap(await service.people.createGuest({ name: 'Carl' })).person.id);
      await testService.clock.advance(1000);
      expect(codeOf(await service.games.command(anna, game, claim))).toBe('ok');
    });

    test('after a restart, a short limit counts from the start of the server, a long one from the start of the turn', async () => {
      const testService = await open();
      const claim = { type: 'ClaimVictory' } as const;
      const brisk = await startGame(testService, { clock: perPlayer(86_400), abandonedAfterMs: 60_000 as Millis });
      const slow = await startGame(testService, { abandonedAfterMs: 86_400_000 as Millis });
      for (const game of [brisk, slow]) await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      await testService.service.close();
      await testService.clock.advance(86_399_000);
      const service = await testService.another();
      for (const game of [brisk, slow]) {
        expect(codeOf(await service.games.command(testService.anna, game, claim))).toBe('game/opponent-connected');
      }
      await testService.clock.advance(1000);
      expect(codeOf(await service.games.command(testService.anna, slow, claim))).toBe('ok');
      expect(codeOf(await service.games.command(testService.anna, brisk, claim))).toBe('game/opponent-connected');
      await testService.clock.advance(59_000);
      expect(codeOf(await service.games.command(testService.anna, brisk, claim))).toBe('ok');
      await service.close();
    });
  });
}
