import type { JoinCode, Millis, Ply } from '@chessmith/game';
import { mapOk, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { GameSearch, Store, VersionedFact } from '../../ports/index.js';
import type { OpenTestService } from '../test-service.js';
import { codeOf, pgns, startGame } from '../test-service.js';

/** Games from their creation to their start. */
export function testLobby(open: OpenTestService): void {
  describe('games', () => {
    test('a private game is in no list and no search; it is found by id, join code, alias of its players', async () => {
      const { service, anna, bert } = await open();
      const { game, joinCode } = unwrap(await service.games.create(anna, { isPrivate: true, alias: 'ours' }));
      unwrap(await service.games.create(anna, { configureLater: true }));
      expect((await service.games.list({}, { limit: 10 })).games).toEqual([]);
      expect((await service.games.list({ aliasBegins: 'ou' }, { limit: 10 })).games).toEqual([]);
      expect(codeOf(await service.games.findPublic({}, bert))).toBe('game/none-available');
      expect(unwrap(await service.games.listOf(anna, bert, {}, { limit: 10 })).games).toEqual([]);
      expect(unwrap(await service.games.listOf(anna, anna, {}, { limit: 10 })).games).toHaveLength(2);
      expect(unwrap(await service.queries.run({ name: 'UserGames', person: anna }, bert))).toEqual([]);
      expect(unwrap(await service.queries.run({ name: 'UserGames', person: anna }, anna))).toHaveLength(2);
      const found = [
        service.games.findById(game),
        service.games.findByExternalId('ours'),
        service.games.findByAlias('ours', anna),
        service.games.findByJoinCode(joinCode),
      ];
      for (const one of found) expect(unwrap(await one)).toMatchObject({ game, joinCode: null });
      for (const stranger of [bert, null]) {
        expect(codeOf(await service.games.findByAlias('ours', stranger))).toBe('game/not-found');
      }
      expect(codeOf(await service.games.findByJoinCode('AAAAAAAA' as JoinCode))).toBe('game/not-found');
      expect((await pgns(service.queries.pgnOfMany({ search: {} }))).length).toBe(0);
    });

    test('pages of a person’s games reveal nothing of private ones: no gap, no cursor', async () => {
      const { service, anna, bert, clock } = await open();
      const { game: first } = unwrap(await service.games.create(anna, {}));
      await clock.advance(1000);
      await Promise.all(
        Array.from({ length: 200 }, () => service.games.create(anna, { isPrivate: true, ruleset: 'atomic' })),
      );
      await clock.advance(1000);
      const { game: last } = unwrap(await service.games.create(anna, {}));
      const page = async (search: GameSearch, after?: string) => {
        const { games, next } = unwrap(
          await service.games.listOf(anna, bert, search, { limit: 1, ...(after === undefined ? {} : { after }) }),
        );
        return { games: games.map(({ game }) => game), next };
      };
      const one = await page({});
      expect(one.games).toEqual([last]);
      expect(await page({}, one.next)).toEqual({ games: [first], next: undefined });
      expect(await page({ ruleset: 'atomic' })).toEqual({ games: [], next: undefined });
      const asked = unwrap(await service.queries.run({ name: 'UserGames', person: anna }, bert));
      expect(asked.map(({ game }) => game)).toEqual([last, first]);
    });

    test('the query gives the latest 200 games of a person, the list all, page by page', async () => {
      const { service, anna, clock } = await open();
      const first = unwrap(await service.games.create(anna, {})).game;
      await clock.advance(1000);
      await Promise.all(Array.from({ length: 200 }, () => service.games.create(anna, {})));
      const latest = unwrap(await service.queries.run({ name: 'UserGames', person: anna }, anna));
      expect(latest).toHaveLength(200);
      expect(latest.map(({ game }) => game)).not.toContain(first);
      const page = unwrap(await service.games.listOf(anna, anna, {}, { limit: 150 }));
      const rest = unwrap(await service.games.listOf(anna, anna, {}, { limit: 150, after: page.next! }));
      expect(rest.next).toBeUndefined();
      expect(new Set([...page.games, ...rest.games].map(({ game }) => game)).size).toBe(201);
      expect(rest.games.at(-1)!.game).toBe(first);
    });

    test('a person finds a public game of others and joins it, and it starts', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.games.create(anna, { side: 'black' }));
      expect(codeOf(await service.games.findPublic({}, anna))).toBe('game/none-available');
      expect(codeOf(await service.games.findPublic({ ruleset: 'atomic' }, bert))).toBe('game/none-available');
      expect(unwrap(await service.games.findPublic({}, bert)).game).toBe(game);
      expect(unwrap(await service.games.findPublic({ seat: 'black' }, bert)).game).toBe(game);
      const { game: other } = unwrap(await service.games.create(anna, { side: 'white' }));
      for (let draws = 0; draws < 10; draws++) {
        expect(unwrap(await service.games.findPublic({ seat: 'black' }, bert)).game).toBe(other);
        expect(unwrap(await service.games.findPublic({ seat: 'white' }, bert)).game).toBe(game);
      }
      expect(unwrap(await service.games.command(bert, game, { type: 'JoinGame' })).facts).toEqual([
        'PlayerJoined',
        'GameStarted',
      ]);
      expect(unwrap(await service.queries.view(game, bert))).toMatchObject({ yours: ['white'], situation: 'running' });
    });

    test('a search prefers games that somebody is connected to', async () => {
      const { service, anna, bert } = await open();
      const create = async () => unwrap(await service.games.create(anna, { side: 'white' })).game;
      const games = [await create(), await create(), await create(), await create()];
      const { leave } = unwrap(await service.live.enter(games[1]!, anna));
      for (let draws = 0; draws < 10; draws++) {
        expect(unwrap(await service.games.findPublic({}, bert)).game).toBe(games[1]);
        expect(unwrap(await service.games.findPublic({ seat: 'white' }, bert)).game).toBe(games[1]);
      }
      const { game: asBlack } = unwrap(await service.games.create(anna, { side: 'black' }));
      expect(unwrap(await service.games.findPublic({ seat: 'white' }, bert)).game).toBe(asBlack);
      leave();
      const found = new Set<string>();
      for (let draws = 0; draws < 100; draws++) found.add(unwrap(await service.games.findPublic({}, bert)).game);
      expect(found.size).toBe(5);
    });

    test('a search finds a free seat in a running game while somebody is connected to it', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.games.create(anna, { side: 'white', openSeats: true, autoStart: false }));
      unwrap(await service.games.command(anna, game, { type: 'StartGame' }));
      expect(codeOf(await service.games.findPublic({}, bert))).toBe('game/none-available');
      const { leave } = unwrap(await service.live.enter(game, anna));
      expect(unwrap(await service.games.findPublic({}, bert))).toMatchObject({ game, situation: 'running' });
      expect(codeOf(await service.games.findPublic({}, anna))).toBe('game/none-available');
      leave();
      expect(codeOf(await service.games.findPublic({}, bert))).toBe('game/none-available');
    });

    test('an alias belongs to one game until that game ends', async () => {
      const { service, anna } = await open();
      const { game } = unwrap(await service.games.create(anna, { alias: 'one' }));
      expect(codeOf(await service.games.create(anna, { alias: 'one' }))).toBe('game/alias-taken');
      unwrap(await service.games.command(anna, game, { type: 'StopGame' }));
      unwrap(await service.games.create(anna, { alias: 'one' }));
    });

    test('a game can get its alias when it is configured, instead of at its creation', async () => {
      const { service, anna, bert } = await open();
      unwrap(await service.games.create(bert, { alias: 'theirs' }));
      const { game } = unwrap(await service.games.create(anna, { configureLater: true }));
      const events: unknown[] = [];
      unwrap(
        await service.live.subscribe({ game, node: 'AliasUpdateEvent', person: null }, (event) => events.push(event)),
      );
      const name = (alias: string) => service.games.command(anna, game, { type: 'ConfigureGame', options: { alias } });
      expect(codeOf(await name('theirs'))).toBe('game/alias-taken');
      expect(codeOf(await name(' '))).toBe('game/bad-alias');
      expect(unwrap(await service.queries.view(game, null))).toMatchObject({
        situation: 'not-configured',
        alias: null,
      });
      unwrap(await name('ours'));
      expect(unwrap(await service.games.findByAlias('ours', null))).toMatchObject({
        game,
        situation: 'waiting-for-players',
      });
      expect(unwrap(await service.queries.view(game, null))).toMatchObject({ alias: 'ours' });
      expect(events).toMatchObject([{ kind: 'snapshot' }, { news: [{ node: 'AliasUpdateEvent', payload: 'ours' }] }]);
    });

    test('a game can be configured after its creation, once', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.games.create(anna, { configureLater: true }));
      const command = {
        type: 'ConfigureGame',
        options: { ruleset: 'chess960', setup: { number: 518 }, side: 'white' },
      } as const;
      expect(codeOf(await service.games.command(bert, game, command))).toBe('game/not-host');
      expect(
        codeOf(await service.games.command(anna, game, { type: 'ConfigureGame', options: { ruleset: 'no-rules' } })),
      ).toBe('game/unknown-ruleset');
      unwrap(await service.games.command(anna, game, command));
      expect(codeOf(await service.games.command(anna, game, command))).toBe('game/already-configured');
      unwrap(await service.games.command(bert, game, { type: 'JoinGame' }));
      expect(unwrap(await service.queries.view(game, null)).board?.pieces).toHaveLength(32);
    });

    test('options that would be lost until the game is configured are refused by name', async () => {
      const { service, anna } = await open();
      const later = { configureLater: true, alias: 'later' } as const;
      expect(await service.games.create(anna, { ...later, isPrivate: true, ruleset: 'atomic' })).toMatchObject({
        error: {
          code: 'game/options-too-early',
          message: expect.stringContaining('set `isPrivate`, `ruleset` when you configure'),
          facts: { fields: ['isPrivate', 'ruleset'] },
        },
      });
      const { game } = unwrap(await service.games.create(anna, later));
      expect(unwrap(await service.games.findByAlias('later', anna))).toMatchObject({
        game,
        situation: 'not-configured',
      });
    });

    test('a person cannot seat others, or give both `seats` and `side`', async () => {
      const { service, anna, bert } = await open();
      const both = { seats: { white: anna }, side: 'black' } as const;
      expect(codeOf(await service.games.create(anna, both))).toBe('game/side-and-seats');
      expect(codeOf(await service.games.create(anna, { seats: { white: bert } }))).toBe('game/not-your-seat');
      unwrap(await service.games.create('server', { seats: { white: bert, black: anna } }));
    });

    test('nothing is rated yet, nor is a rematch of a game that was stored as rated', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const options = { isRated: true } as const;
      for (const by of [anna, 'server'] as const) {
        expect(codeOf(await service.games.create(by, options))).toBe('game/no-ratings');
      }
      const { game: later } = unwrap(await service.games.create(anna, { configureLater: true }));
      expect(codeOf(await service.games.command(anna, later, { type: 'ConfigureGame', options }))).toBe(
        'game/no-ratings',
      );
      const game = await startGame(testService, { isRated: false });
      const reopened = await testService.another({ store: withRatedGames(testService.ports.store) });
      expect(unwrap(await reopened.queries.view(game, null)).configuration).toMatchObject({ isRated: true });
      unwrap(await reopened.games.command(anna, game, { type: 'Resign' }));
      unwrap(await reopened.games.command(anna, game, { type: 'Offer', what: 'rematch' }));
      const { next } = unwrap(await reopened.games.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(unwrap(await reopened.queries.view(next!, null)).configuration).toMatchObject({ isRated: false });
      await reopened.close();
    });

    test('a short loss of the connection cannot lose a game', async () => {
      const { service, anna } = await open();
      const create = async (ms: number | null) =>
        codeOf(await service.games.create(anna, { abandonedAfterMs: ms as Millis }));
      expect(await Promise.all([0, 1, 9999, 10_000, null].map(create))).toEqual([
        ...Array(3).fill('game/abandoned-too-soon'),
        ...Array(2).fill('ok'),
      ]);
    });

    test('people cannot choose a computer opponent, because none plays yet', async () => {
      const { service, anna } = await open();
      const options = { against: 'computer' } as const;
      expect(codeOf(await service.games.create(anna, options))).toBe('game/no-computer');
      const { game } = unwrap(await service.games.create(anna, { configureLater: true }));
      expect(codeOf(await service.games.command(anna, game, { type: 'ConfigureGame', options }))).toBe(
        'game/no-computer',
      );
      const hotSeat = unwrap(await service.games.create(anna, { hotSeat: true, against: 'people' }));
      const start = { game: hotSeat.game, ply: 0 as Ply };
      expect(codeOf(await service.games.fork(anna, start, options))).toBe('game/no-computer');
      unwrap(await service.games.create('server', options));
    });
  });
}

/** A store whose games were stored as rated, when that was possible. */
function withRatedGames(store: Store): Store {
  const rated = (fact: VersionedFact): VersionedFact => {
    if (fact.type !== 'GameConfigured') return fact;
    const open = fact.open as { readonly configuration: object };
    return { ...fact, open: { ...open, configuration: { ...open.configuration, isRated: true } } as never };
  };
  const factsOf: Store['games']['factsOf'] = async (game, which) =>
    mapOk(await store.games.factsOf(game, which), (facts) => facts.map(rated));
  async function* factPages(...which: Parameters<Store['games']['factPages']>) {
    for await (const page of store.games.factPages(...which)) yield mapOk(page, (facts) => facts.map(rated));
  }
  return { ...store, games: { ...store.games, factsOf, factPages } };
}
