import type { GameId, JoinCode, Ply } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { openLocalStatistics } from '../../people/local-statistics.js';
import type { Heard } from '../../service.js';
import { codeOf, move, noHints, playMoves, startGame } from '../house.js';
import { eventually } from '../virtual-clock.js';
import type { OpenTestHouse } from './index.js';

const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4'];

/** Games from their making to what follows them. */
export function lobbyPromises(open: OpenTestHouse): void {
  describe('games', () => {
    test('a private game is in no list and no search; its id, its code and its people open it', async () => {
      const { service, anna, bert } = await open();
      const { game, joinCode } = unwrap(await service.createGame(anna, { isPrivate: true, alias: 'ours' }));
      unwrap(await service.createGame(anna, { configureLater: true }));
      expect((await service.listGames({}, { limit: 10 })).games).toEqual([]);
      expect((await service.listGames({ aliasBegins: 'ou' }, { limit: 10 })).games).toEqual([]);
      expect(codeOf(await service.findPublicGame({}, bert))).toBe('game/none-available');
      expect(unwrap(await service.gamesOf(anna, bert, {}, { limit: 10 })).games).toEqual([]);
      expect(unwrap(await service.gamesOf(anna, anna, {}, { limit: 10 })).games).toHaveLength(2);
      expect(unwrap(await service.ask({ name: 'UserGames', person: anna }, bert))).toEqual([]);
      expect(unwrap(await service.ask({ name: 'UserGames', person: anna }, anna))).toHaveLength(2);
      const found = [
        service.findById(game),
        service.findByChosenId('ours'),
        service.findByAlias('ours', anna),
        service.findByJoinCode(joinCode),
      ];
      for (const one of found) expect(unwrap(await one)).toMatchObject({ game, joinCode: null });
      for (const stranger of [bert, null]) {
        expect(codeOf(await service.findByAlias('ours', stranger))).toBe('game/not-found');
      }
      expect(codeOf(await service.findByJoinCode('AAAAAAAA' as JoinCode))).toBe('game/not-found');
      expect((await pgns(service.pgnOfMany({ search: {} }))).length).toBe(0);
    });

    test('of somebody with many games the question tells the latest 200, and the list all, page by page', async () => {
      const { service, anna, clock } = await open();
      const first = unwrap(await service.createGame(anna, {})).game;
      await clock.advance(1000);
      await Promise.all(Array.from({ length: 200 }, () => service.createGame(anna, {})));
      const latest = unwrap(await service.ask({ name: 'UserGames', person: anna }, anna));
      expect(latest).toHaveLength(200);
      expect(latest.map(({ game }) => game)).not.toContain(first);
      const page = unwrap(await service.gamesOf(anna, anna, {}, { limit: 150 }));
      const rest = unwrap(await service.gamesOf(anna, anna, {}, { limit: 150, after: page.next! }));
      expect(rest.next).toBeUndefined();
      expect(new Set([...page.games, ...rest.games].map(({ game }) => game)).size).toBe(201);
      expect(rest.games.at(-1)!.game).toBe(first);
    });

    test('somebody finds a public game of others and joins it, and it starts', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.createGame(anna, { side: 'black' }));
      expect(codeOf(await service.findPublicGame({}, anna))).toBe('game/none-available');
      expect(codeOf(await service.findPublicGame({ ruleset: 'atomic' }, bert))).toBe('game/none-available');
      expect(unwrap(await service.findPublicGame({}, bert)).game).toBe(game);
      expect(unwrap(await service.command(bert, game, { type: 'JoinGame' })).facts).toEqual([
        'PlayerJoined',
        'GameStarted',
      ]);
      expect(unwrap(await service.game(game, bert))).toMatchObject({ yours: ['white'], situation: 'running' });
    });

    test('an alias is one game’s until that game ends', async () => {
      const { service, anna } = await open();
      const { game } = unwrap(await service.createGame(anna, { alias: 'one' }));
      expect(codeOf(await service.createGame(anna, { alias: 'one' }))).toBe('game/alias-taken');
      unwrap(await service.command(anna, game, { type: 'StopGame' }));
      unwrap(await service.createGame(anna, { alias: 'one' }));
    });

    test('a game may get its alias when it is configured, instead of at its making', async () => {
      const { service, anna, bert } = await open();
      unwrap(await service.createGame(bert, { alias: 'theirs' }));
      const { game } = unwrap(await service.createGame(anna, { configureLater: true }));
      const heard: unknown[] = [];
      unwrap(await service.subscribe({ game, node: 'AliasUpdateEvent', person: null }, (news) => heard.push(news)));
      const name = (alias: string) => service.command(anna, game, { type: 'ConfigureGame', wish: { alias } });
      expect(codeOf(await name('theirs'))).toBe('game/alias-taken');
      expect(codeOf(await name(' '))).toBe('game/bad-alias');
      expect(unwrap(await service.game(game, null))).toMatchObject({ situation: 'not-configured', alias: null });
      unwrap(await name('ours'));
      expect(unwrap(await service.findByAlias('ours', null))).toMatchObject({ game, situation: 'waiting-for-players' });
      expect(unwrap(await service.game(game, null))).toMatchObject({ alias: 'ours' });
      expect(heard).toMatchObject([{ kind: 'snapshot' }, { news: [{ node: 'AliasUpdateEvent', payload: 'ours' }] }]);
    });

    test('a game can be configured after it was made, once', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.createGame(anna, { configureLater: true }));
      const order = {
        type: 'ConfigureGame',
        wish: { ruleset: 'chess960', setup: { number: 518 }, side: 'white' },
      } as const;
      expect(codeOf(await service.command(bert, game, order))).toBe('game/not-yours-to-arrange');
      expect(codeOf(await service.command(anna, game, { type: 'ConfigureGame', wish: { ruleset: 'no-rules' } }))).toBe(
        'game/unknown-ruleset',
      );
      unwrap(await service.command(anna, game, order));
      expect(codeOf(await service.command(anna, game, order))).toBe('game/configured');
      unwrap(await service.command(bert, game, { type: 'JoinGame' }));
      expect(unwrap(await service.game(game, null)).board?.pieces).toHaveLength(32);
    });

    test('nobody seats somebody else, or themselves in two ways', async () => {
      const { service, anna, bert } = await open();
      const torn = { seats: { white: anna }, side: 'black' } as const;
      expect(codeOf(await service.createGame(anna, torn))).toBe('game/two-seatings');
      expect(codeOf(await service.createGame(anna, { seats: { white: bert } }))).toBe('game/seats-of-others');
      unwrap(await service.createGame('server', { seats: { white: bert, black: anna } }));
    });

    test('nobody waits for a computer, since none plays here', async () => {
      const { service, anna } = await open();
      const wish = { against: 'computer' } as const;
      expect(codeOf(await service.createGame(anna, wish))).toBe('game/no-computer');
      const { game } = unwrap(await service.createGame(anna, { configureLater: true }));
      expect(codeOf(await service.command(anna, game, { type: 'ConfigureGame', wish }))).toBe('game/no-computer');
      const hotSeat = unwrap(await service.createGame(anna, { hotSeat: true, against: 'people' }));
      const start = { game: hotSeat.game, ply: 0 as Ply };
      expect(codeOf(await service.forkGame(anna, start, wish))).toBe('game/no-computer');
      unwrap(await service.createGame('server', wish));
    });

    test('a result reaches the statistics, once they can take it', async () => {
      let isDown = true;
      const taken: string[] = [];
      const house = await open({
        statistics: {
          async record({ game, end }) {
            if (isDown) throw new Error('down');
            taken.push(`${game} ${end.kind}`);
          },
        },
      });
      const game = await startGame(house);
      await playMoves(house, game, ...FOOLS_MATE);
      await eventually(() => house.logged.includes('a parcel did not arrive'));
      expect(await house.ports.store.outbox.waiting('results')).toBe(1);
      isDown = false;
      await eventually(async () => {
        await house.clock.advance(1000);
        return (await house.ports.store.outbox.waiting('results')) === 0;
      });
      expect(taken).toEqual([`${game} win`]);
    });

    test('the server’s own statistics are what its games tell, whenever they are counted', async () => {
      const house = await open();
      const { service, anna, bert, ports } = house;
      const early = openLocalStatistics(ports.store.directory);
      expect(await early.score(anna)).toBeUndefined();
      // Made first and ended last: results count in the order of the ends.
      const long = await startGame(house);
      const mated = await startGame(house);
      await playMoves(house, mated, ...FOOLS_MATE);
      await house.clock.advance(5000);
      const drawn = await startGame(house);
      unwrap(await service.command(anna, drawn, { type: 'Offer', what: 'draw' }));
      unwrap(await service.command(bert, drawn, { type: 'Accept', what: 'draw' }));
      const aborted = await startGame(house);
      unwrap(await service.command(anna, aborted, { type: 'Abort' }));
      await house.clock.advance(5000);
      unwrap(await service.command(anna, mated, { type: 'Offer', what: 'rematch' }));
      unwrap(await service.command(anna, long, { type: 'Resign' }));
      await eventually(() => house.results.length === 3);
      for (const result of [...house.results, ...house.results]) await early.record(result);
      const late = openLocalStatistics(ports.store.directory);
      expect(await early.history(anna)).toMatchObject([{ losses: 1 }, { losses: 1 }, { losses: 2 }]);
      for (const person of [anna, bert]) expect(await late.history(person)).toEqual(await early.history(person));
      expect(unwrap(await late.leaderboard()).map(({ person }) => person)).toEqual([bert, anna]);
    });

    test('lists show the last move, whoever looks and whoever has the game in memory', async () => {
      const house = await open({ hints: noHints });
      const { service, anna, ports } = house;
      const game = await startGame(house, { alias: 'shown' });
      const other = await house.another();
      const shown = async (seer = service) => [
        unwrap(await seer.findById(game)),
        unwrap(await seer.findByAlias('shown', null)),
        ...(await seer.listGames({}, { limit: 5 })).games,
        ...unwrap(await seer.gamesOf(anna, null, {}, { limit: 5 })).games,
        ...unwrap(await seer.ask({ name: 'UserGames', person: anna }, anna)),
      ];
      const played: string[] = [];
      for (const text of ['e4', 'e5', 'Nf3']) {
        await playMoves(house, game, text);
        played.push(text);
        const summary = { lastMove: text, ply: played.length, turn: played.length % 2 === 0 ? 'white' : 'black' };
        for (const listed of await shown()) expect(listed).toMatchObject({ game, summary });
      }
      const position = expect.stringMatching(/^rnbqkbnr.pppp1ppp.*5N2.* b /);
      const summary = { lastMove: 'Nf3', ply: 3, turn: 'black', position };
      for (const listed of await shown(other)) expect(listed).toMatchObject({ game, summary });
      unwrap(await other.game(game, null));
      await playMoves(house, game, 'Nc6');
      expect(unwrap(await other.findById(game)).summary).toMatchObject({ lastMove: 'Nc6' });
      await other.close();

      unwrap(await service.command(anna, game, { type: 'Offer', what: 'draw' }));
      await service.close();
      const next = await house.another();
      const { games } = await next.listGames({}, { limit: 5 });
      expect(games).toMatchObject([{ game, summary: { lastMove: 'Nc6', ply: 4, turn: 'white' } }]);
      const kept = await ports.store.directory.game(game);
      expect(kept).toMatchObject({ summary: games[0]!.summary, summaryVersion: games[0]!.version });
      await next.close();
    });

    test('a game that ended leaves memory, and is read all the same', async () => {
      const house = await open();
      const game = await startGame(house);
      await playMoves(house, game, ...FOOLS_MATE);
      expect(house.service.gauges().gamesInMemory).toBe(0);
      expect(unwrap(await house.service.game(game, null)).end).toMatchObject({ winner: 'black', cause: 'checkmate' });
      expect(house.service.gauges().gamesInMemory).toBe(0);
    });

    test('somebody who comes to a game that ended is seen there', async () => {
      const house = await open();
      const game = await startGame(house);
      await playMoves(house, game, ...FOOLS_MATE);
      const here = unwrap(await house.service.attend(game, house.bert));
      expect(house.service.present(game)).toMatchObject({ black: true, watchers: 0 });
      here.leave();
      expect(house.service.gauges().gamesInMemory).toBe(0);
    });

    test('no more games stay in memory than allowed, and those that left go on', async () => {
      const house = await open({}, { gamesInMemory: 3 });
      const games: GameId[] = [];
      for (let number = 0; number < 10; number++) games.push(await startGame(house));
      expect(house.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
      for (const game of games) await playMoves(house, game, 'e4');
      expect(house.service.gauges().gamesInMemory).toBeLessThanOrEqual(3);
    });

    test('no more bytes of games stay in memory than allowed, though somebody listens, and all go on', async () => {
      const house = await open({}, { gameBytesInMemory: 18_000 });
      const games: GameId[] = [];
      for (let number = 0; number < 6; number++) games.push(await startGame(house));
      const heard: string[] = [];
      for (const game of games) {
        const listener = (news: Heard) => void (news.kind === 'news' && heard.push(game));
        unwrap(await house.service.subscribe({ game, node: 'MoveHistoryUpdateEvent', person: null }, listener));
      }
      expect(house.service.gauges().gamesInMemory).toBe(3);
      for (const game of games) await playMoves(house, game, 'e4', 'e5');
      expect(house.service.gauges().gamesInMemory).toBe(3);
      expect(heard).toEqual(games.flatMap((game) => [game, game]));
    });

    test('a rematch is there when it is agreed, colours exchanged', async () => {
      const house = await open();
      const { service, anna, bert } = house;
      const game = await startGame(house);
      await playMoves(house, game, ...FOOLS_MATE);
      unwrap(await service.command(anna, game, { type: 'Offer', what: 'rematch' }));
      const { next } = unwrap(await service.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(unwrap(await service.game(next!, anna))).toMatchObject({ situation: 'running', yours: ['black'] });
      expect(unwrap(await service.game(game, anna)).next).toBe(next);
      unwrap(await service.command(bert, next!, move('e4')));
      await eventually(async () => (await house.ports.store.outbox.waiting('rematches')) === 0);
    });

    test('a rematch that could not be made at once is made later', async () => {
      const house = await open();
      const { service, anna, bert, ports } = house;
      const game = await startGame(house);
      await playMoves(house, game, ...FOOLS_MATE);
      unwrap(await service.command(anna, game, { type: 'Offer', what: 'rematch' }));
      await service.close();

      let isDown = false;
      const second = await house.another({
        referees: { referee: (ruleset) => (isDown ? undefined : ports.referees.referee(ruleset)) },
        subscribers: [
          {
            name: 'saboteur',
            hear({ fact }) {
              if (fact.type === 'RematchAccepted') isDown = true;
            },
          },
        ],
      });
      const { next } = unwrap(await second.command(bert, game, { type: 'Accept', what: 'rematch' }));
      expect(codeOf(await second.game(next!, anna))).toBe('game/not-found');
      await second.close();

      await house.clock.advance(3600_000);
      const third = await house.another();
      await eventually(async () => (await third.game(next!, anna)).ok);
      unwrap(await third.command(bert, next!, move('e4')));
      await third.close();
    });

    test('what is secret is in no log before the end', async () => {
      const house = await open();
      const game = await startGame(house);
      const before = unwrap(await house.service.facts(game));
      expect(JSON.stringify(before)).not.toContain('secret');
      expect(before.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
      expect(
        unwrap(await house.service.facts(game, { after: before[2]!.version })).map(({ fact }) => fact.type),
      ).toEqual(['GameStarted']);
      await playMoves(house, game, ...FOOLS_MATE);
      expect(JSON.stringify(unwrap(await house.service.facts(game)))).toContain('joinCode');
    });

    test('games are written as PGN, one and many', async () => {
      const house = await open();
      const games = [await startGame(house), await startGame(house, { ruleset: 'chess960', setup: { number: 10 } })];
      await playMoves(house, games[0]!, ...FOOLS_MATE);
      const text = unwrap(await house.service.pgn(games[0]!));
      expect(text).toContain('[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]');
      expect(text).toContain('1. f3 e5 2. g4 Qh4# 0-1');
      expect(unwrap(await house.service.pgn(games[1]!))).toMatch(/\[Variant "[^"]*960[^"]*"\]\n\[SetUp "1"\]\n\[FEN "/);
      expect(await pgns(house.service.pgnOfMany({ search: {} }))).toHaveLength(2);
      expect(await pgns(house.service.pgnOfMany({ of: house.bert, asked: null }))).toHaveLength(2);
    });
  });
}

async function pgns(texts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all;
}
