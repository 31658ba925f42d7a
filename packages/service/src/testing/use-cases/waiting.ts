import { type GameId, SERVER } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { codeOf, type TestService } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import { hasEnded, perPlayer } from './clocked-games.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const timed = { side: 'white', clock: perPlayer(300) } as const;

const listed = async ({ service }: Pick<TestService, 'service'>) =>
  (await service.games.list({}, { limit: 10 })).games.map(({ game }) => game);

/** Waiting games are listed and kept while somebody is there to play. */
export function testWaitingGames(open: OpenTestService): void {
  describe('a waiting game', () => {
    test('with a clock is listed and found while its host is connected, or sent a request within a minute', async () => {
      const testService = await open();
      const { service, clock, anna, bert } = testService;
      const { game } = unwrap(await service.games.create(anna, timed));
      const isShown = async () => {
        const found = await service.games.findPublic({}, bert);
        const isFound = found.ok && found.value.game === game;
        expect(await listed(testService)).toEqual(isFound ? [game] : []);
        return isFound;
      };
      expect(await isShown()).toBe(true);
      await clock.advance(61_000);
      expect(await isShown()).toBe(false);
      unwrap(await service.people.authenticate(testService.tokens.anna));
      expect(await isShown()).toBe(true);
      await clock.advance(61_000);
      expect(await isShown()).toBe(false);
      // The host is connected on the start page, or on the game's page.
      const pages = [service.people.connect(anna), unwrap(await service.live.enter(game, anna))];
      for (const page of pages) {
        await clock.advance(61_000);
        expect(await isShown()).toBe(true);
        if ('close' in page) page.close();
        else page.leave();
      }
      await clock.advance(59_000);
      expect(await isShown()).toBe(true);
      await clock.advance(2000);
      expect(await isShown()).toBe(false);
      // A player with the link can still join.
      expect(codeOf(await service.games.command(bert, game, { type: 'JoinGame' }))).toBe('ok');
    });

    test('is listed while a seated player is online, or its host if no seat is taken', async () => {
      const testService = await open();
      const { service, clock, anna, bert } = testService;
      const { game } = unwrap(await service.games.create(anna, { ...timed, side: 'none' }));
      unwrap(await service.games.command(bert, game, { type: 'JoinGame', color: 'white' }));
      service.people.connect(anna);
      await clock.advance(61_000);
      expect(await listed(testService)).toEqual([]);
      service.people.connect(bert);
      expect(await listed(testService)).toEqual([game]);
      unwrap(await service.games.command(bert, game, { type: 'LeaveGame' }));
      await clock.advance(61_000);
      expect(await listed(testService)).toEqual([game]);
    });

    test('without a clock, or with days per move, is listed even if its host is offline', async () => {
      const testService = await open();
      const { service, clock, anna } = testService;
      const without = unwrap(await service.games.create(anna, {})).game;
      const days = unwrap(await service.games.create(anna, { clock: { kind: 'days-per-move', days: 1 } })).game;
      await clock.advance(30 * MINUTE_MS);
      expect(new Set(await listed(testService))).toEqual(new Set([without, days]));
    });

    test('that is not listed takes no place on a page', async () => {
      const testService = await open();
      const { service, clock, anna, bert } = testService;
      const shown = unwrap(await service.games.create(bert, {})).game;
      for (let number = 0; number < 12; number++) unwrap(await service.games.create(anna, timed));
      await clock.advance(61_000);
      const other = unwrap(await service.games.create(bert, {})).game;
      const page = await service.games.list({}, { limit: 2 });
      expect(page.games.map(({ game }) => game)).toEqual([other, shown]);
      expect((await service.games.list({}, { limit: 1 })).next).toBeDefined();
      expect(unwrap(await service.games.listOf(anna, anna, {}, { limit: 20 })).games).toHaveLength(12);
    });

    test('is never found by its own host', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.games.create(anna, { ...timed, side: 'none' }));
      expect(codeOf(await service.games.findPublic({}, anna))).toBe('game/none-available');
      expect(unwrap(await service.games.findPublic({}, bert)).game).toBe(game);
    });

    test('is cancelled when its host has been offline for some minutes, and not before', async () => {
      const testService = await open({}, { waitingMs: 10 * MINUTE_MS });
      const { service, clock, anna } = testService;
      const page = service.people.connect(anna);
      const games = [timed, { ...timed, isPrivate: true, alias: 'ours' }].map((options) =>
        service.games.create(anna, options),
      );
      const [open1, hidden] = (await Promise.all(games)).map((made) => unwrap(made).game) as [GameId, GameId];
      const { game: slow } = unwrap(await service.games.create(anna, {}));
      await clock.advance(25 * MINUTE_MS);
      page.close();
      await clock.advance(9 * MINUTE_MS);
      for (const game of [open1, hidden]) expect(await hasEnded(testService, game)).toBe(false);
      await clock.advance(2 * MINUTE_MS);
      for (const game of [open1, hidden]) {
        await eventually(() => hasEnded(testService, game));
        const end = { kind: 'none', cause: 'stopped' };
        expect(unwrap(await service.queries.view(game, null)).end).toEqual(end);
      }
      expect(await hasEnded(testService, slow)).toBe(false);
      unwrap(await service.games.create(anna, { alias: 'ours' }));
      expect(testService.logged).toEqual([]);
    });

    test.each(['anna', 'server'] as const)(
      'of %s waits after a restart as if people had just been here',
      async (host) => {
        const testService = await open({}, { waitingMs: 10 * MINUTE_MS });
        const { clock } = testService;
        const by = host === 'anna' ? testService.anna : SERVER;
        const { game } = unwrap(await testService.service.games.create(by, host === 'anna' ? timed : {}));
        await testService.service.close();
        await clock.advance(DAY_MS);
        const service = await testService.another();
        expect(await listed({ service })).toEqual([game]);
        await clock.advance(61_000);
        expect(await listed({ service })).toEqual([]);
        await clock.advance(8 * MINUTE_MS);
        expect(await hasEnded({ service }, game)).toBe(false);
        await clock.advance(2 * MINUTE_MS);
        await eventually(() => hasEnded({ service }, game));
        expect(testService.logged).toEqual([]);
        await service.close();
      },
    );

    test('without a clock is cancelled after fourteen days', async () => {
      const testService = await open();
      const { clock, anna } = testService;
      const variants = [{}, { clock: { kind: 'days-per-move', days: 3 } as const }, { configureLater: true }];
      const games: GameId[] = [];
      for (const options of variants) games.push(unwrap(await testService.service.games.create(anna, options)).game);
      await testService.service.close();
      await clock.advance(14 * DAY_MS - MINUTE_MS);
      const service = await testService.another();
      for (const game of games) expect(await hasEnded({ service }, game)).toBe(false);
      await clock.advance(2 * MINUTE_MS);
      for (const game of games) await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    // Seconds until the last person leaves; the next deadline is at different distances then.
    test.each([180, 210, 240, 270, 300])(
      'that the server made for others waits for those who are connected to it, for %i s',
      async (seconds) => {
        const testService = await open({}, { waitingMs: 2 * MINUTE_MS });
        const { service, clock } = testService;
        const { game } = unwrap(await service.games.create(SERVER, { alias: 'theirs' }));
        const { leave } = unwrap(await service.live.enter(game, null));
        await clock.advance(seconds * 1000);
        expect(await listed(testService)).toEqual([game]);
        leave();
        await clock.advance(61_000);
        expect(await listed(testService)).toEqual([]);
        expect(codeOf(await service.games.findPublic({}, null))).toBe('game/none-available');
        await clock.advance(58_000);
        expect(await hasEnded(testService, game)).toBe(false);
        await eventually(async () => {
          await clock.advance(1000);
          return hasEnded(testService, game);
        });
        expect(testService.logged).toEqual([]);
      },
    );
  });
}
