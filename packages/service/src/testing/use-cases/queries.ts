import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { classicalReferee, type Referee, standard } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { QUERY_NAMES, type Query } from '../../facets/query.js';
import type { OpenTestService } from '../test-service.js';
import { codeOf, mapCache, move, playMoves, startGame, type TestService } from '../test-service.js';

const emptyCache = () => ({ ...mapCache(), retrieve: () => undefined });

/** All queries about a game and its people. */
function allQueries(game: GameId, plies: number, people: readonly PersonId[]): readonly Query[] {
  const turns = Array.from({ length: plies + 1 }, (_, turn) => turn);
  return QUERY_NAMES.flatMap((name): readonly Query[] => {
    switch (name) {
      case 'UserGames':
        return people.map((person) => ({ name, person }));
      case 'MoveAtTurn':
        return turns.slice(1).map((turn) => ({ name, game, turn }));
      case 'BoardStateAtTurn':
      case 'ActivePlayer':
      case 'ValidMovesAtTurn':
      case 'UnmovedPositionsAtTurn':
        return [{ name, game }, ...turns.map((turn) => ({ name, game, turn }))];
      case 'InspectionAtTurn':
        return turns.map((turn) => ({ name, game, turn, inspection: { about: 'square', square: 'e2' } as const }));
      default:
        return [{ name, game }];
    }
  });
}

/** A random event: mostly moves, sometimes offers and takebacks. */
async function playRandomEvent(
  testService: TestService,
  game: GameId,
  random: ReturnType<typeof seededRandom>,
): Promise<void> {
  const { service, anna, bert } = testService;
  const both = random.shuffle([anna, bert]);
  const what = random.pick(['draw', 'takeback'] as const);
  const dice = random.int(10);
  if (dice === 0) await service.games.command(both[0]!, game, { type: 'Offer', what });
  else if (dice === 1) await service.games.command(both[0]!, game, { type: 'Decline', what });
  else if (dice === 2) {
    for (const by of both) await service.games.command(by, game, { type: 'Offer', what: 'takeback' });
    for (const by of both) await service.games.command(by, game, { type: 'Accept', what: 'takeback' });
  } else {
    const { moves } = unwrap(await service.queries.run({ name: 'ValidMovesAtTurn', game }));
    if (moves.length > 0)
      for (const by of [anna, bert]) await service.games.command(by, game, move(random.pick(moves)));
  }
}

/** Cached results equal computed ones. */
export function testQueries(open: OpenTestService, size: { readonly games: number; readonly turns: number }): void {
  describe('queries', () => {
    test('after any event, results are what they would be without a cache', async () => {
      const testService = await open();
      for (let seed = 1; seed <= size.games; seed++) {
        const random = seededRandom(seed);
        const game = await startGame(testService);
        for (let turn = 0; turn < size.turns; turn++) {
          await playRandomEvent(testService, game, random);
          await testService.clock.advance(random.int(40));
          // A new service without a cache, which has never read the game.
          const plain = await testService.another({ cache: emptyCache() });
          const { ply } = unwrap(await testService.service.queries.view(game, null));
          for (const query of allQueries(game, ply, [testService.anna, testService.bert])) {
            const [cached, computed] = [await testService.service.queries.run(query), await plain.queries.run(query)];
            expect(cached, JSON.stringify(query)).toEqual(computed);
          }
          await plain.close();
        }
      }
    }, 120_000);

    test('each has the meaning it has in foodtastechess', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'd5', 'exd5');
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'draw' }));
      const run = async (query: Query) => unwrap(await service.queries.run(query));
      expect(await run({ name: 'TurnNumber', game })).toBe(3);
      expect(await run({ name: 'MoveAtTurn', game, turn: 3 })).toMatchObject({ notation: 'exd5', color: 'white' });
      expect(await run({ name: 'ActivePlayer', game })).toEqual({ color: 'black', person: bert });
      expect(await run({ name: 'ActivePlayer', game, turn: 2 })).toEqual({ color: 'white', person: anna });
      expect(codeOf(await service.queries.run({ name: 'ActivePlayer', game, turn: 4 }))).toBe('game/no-such-turn');
      expect(await run({ name: 'DrawOffer', game })).toEqual({ by: 'white' });
      expect(await run({ name: 'BoardStateAtTurn', game, turn: 1 })).toMatchObject({
        position: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
        active: 'black',
      });
      expect(await run({ name: 'MoveHistory', game })).toMatchObject([
        { move: '', position: expect.stringContaining(' w KQkq - 0 1') },
        { move: 'e4' },
        { move: 'd5' },
        { move: 'exd5', position: 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2' },
      ]);
      expect(await run({ name: 'GameInformation', game })).toMatchObject({
        turn: 3,
        situation: 'running',
        seats: { white: anna, black: bert },
        end: null,
      });
      expect(await run({ name: 'GameInformation', game })).toMatchObject({ check: [], pieces: { length: 31 } });
      const unmoved = await run({ name: 'UnmovedPositionsAtTurn', game });
      expect(unmoved).toHaveLength(30);
      expect(unmoved).not.toContain('e2');
      expect(unmoved).not.toContain('d5');
    });

    test('game information has current names, check, offers and the end', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      const information = async () => unwrap(await service.queries.run({ name: 'GameInformation', game }));
      unwrap(await service.people.rename(anna, 'Anna Bell'));
      expect(await information()).toMatchObject({
        players: { white: { id: anna, name: 'Anna Bell' }, black: { id: bert } },
        offers: { draw: null },
      });
      unwrap(await service.people.rename(anna, 'Anna Cole'));
      expect(await information()).toMatchObject({ players: { white: { name: 'Anna Cole' } } });
      await playMoves(testService, game, 'f3', 'e5', 'g4', 'Qh4#');
      expect(await information()).toMatchObject({
        check: ['e1'],
        end: { kind: 'win', winner: 'black', cause: 'checkmate' },
      });
    });

    test('valid moves come by square, and with the positions they lead to', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const valid = unwrap(
        await testService.service.queries.run({ name: 'ValidMovesAtTurn', game, turn: 0, results: true }),
      );
      expect(valid.moves).toHaveLength(20);
      expect(valid.byFrom.g1?.toSorted()).toEqual(['f3', 'h3']);
      expect(valid.results).toContainEqual({
        move: 'Nf3',
        position: 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1',
      });
    });

    test('positions after valid moves are refused where scripts or large states make them expensive', async () => {
      let judged = 0;
      const plain = classicalReferee(standard) as Referee;
      const expensive: Referee = {
        ...plain,
        cost: { ...plain.cost, runsCode: true },
        judge(...asked) {
          judged += 1;
          return plain.judge(...asked);
        },
      };
      const testService = await open({ referees: { referee: () => expensive } });
      const game = await startGame(testService);
      const query = { name: 'ValidMovesAtTurn', game } as const;
      expect(codeOf(await testService.service.queries.run({ ...query, results: true }))).toBe(
        'game/results-too-expensive',
      );
      expect(unwrap(await testService.service.queries.run(query))).toMatchObject({
        results: null,
        moves: { length: 20 },
      });
      expect(judged).toBe(0);
      const slow = await open({
        referees: { referee: () => ({ ...plain, cost: { ...plain.cost, prepare: async () => {} } }) },
      });
      const large = { name: 'ValidMovesAtTurn', game: await startGame(slow), results: true } as const;
      expect(codeOf(await slow.service.queries.run(large))).toBe('game/results-too-expensive');
    });

    test('castling moves the rook too', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nf6', 'Be2', 'Be7', 'O-O');
      const unmoved = unwrap(await testService.service.queries.run({ name: 'UnmovedPositionsAtTurn', game }));
      for (const square of ['e1', 'f1', 'g1', 'h1']) expect(unmoved).not.toContain(square);
      expect(unmoved).toContain('a1');
    });

    test('a turn that was taken back and played again is the new one', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nc6');
      const turn3 = async () =>
        unwrap(await testService.service.queries.run({ name: 'BoardStateAtTurn', game, turn: 3 })).position;
      expect(await turn3()).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2/);
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'takeback' }));
      unwrap(await testService.service.games.command(testService.bert, game, { type: 'Accept', what: 'takeback' }));
      await playMoves(testService, game, 'Bc4', 'Nf6', 'd3');
      expect(await turn3()).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/2B1P3\/8/);
    });

    test('unknown turns, games and people are refused', async () => {
      const testService = await open();
      const game = await startGame(testService);
      for (const turn of [1, -1, 0.5]) {
        expect(codeOf(await testService.service.queries.run({ name: 'BoardStateAtTurn', game, turn }))).toBe(
          'game/no-such-turn',
        );
      }
      expect(codeOf(await testService.service.queries.run({ name: 'MoveAtTurn', game, turn: 0 }))).toBe(
        'game/no-such-turn',
      );
      const unknown = '99999999-9999-4999-8999-999999999999' as PersonId;
      expect(codeOf(await testService.service.queries.run({ name: 'UserGames', person: unknown }))).toBe(
        'people/unknown-person',
      );
      expect(
        codeOf(await testService.service.queries.run({ name: 'TurnNumber', game: '1Unknown1111' as GameId })),
      ).toBe('game/not-found');
    });
  });
}
