import type { GameId, Ply } from '@chessmith/game';
import { classicalReferee, type GameRecord, type Referee, refusal, standard } from '@chessmith/rules';
import { err, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { GameOptions } from '../../service.js';
import type { OpenTestService } from '../test-service.js';
import { codeOf, move, playMoves, startGame, type TestService } from '../test-service.js';

/** Games that continue from others. */
export function testForks(open: OpenTestService): void {
  describe('forks', () => {
    test('a fork continues from any turn of a game', async () => {
      const testService = await open();
      const { service, anna } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      const fork = unwrap(await service.games.fork(anna, { game, ply: 2 as Ply }, { hotSeat: true }));
      unwrap(await service.games.command(anna, fork.game, move('f4')));
      const view = unwrap(await service.queries.view(fork.game, anna));
      expect(view.configuration?.origin).toEqual({ kind: 'fork', of: game, ply: 2 });
      expect(view.board?.notation).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4PP2/);
      expect(codeOf(await service.games.fork(anna, { game, ply: 4 as Ply }, {}))).toBe('game/no-such-turn');
    });

    test('a fork of a private game is private by default', async () => {
      const { service, anna } = await open();
      const { game } = unwrap(await service.games.create(anna, { hotSeat: true, isPrivate: true }));
      const forked = async (options: GameOptions) => {
        const fork = unwrap(await service.games.fork(anna, { game, ply: 0 as Ply }, options));
        return unwrap(await service.queries.view(fork.game, null)).configuration;
      };
      expect(await forked({})).toMatchObject({ isPrivate: true, origin: { of: game } });
      // The public fork must not reveal the private game.
      expect(await forked({ isPrivate: false })).toMatchObject({ isPrivate: false, origin: null });
    });

    test('where a ruleset takes no start position, a fork continues from its record', async () => {
      const testService = await open({ referees: { referee: () => fixedStart(false) } });
      const { service, anna } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      const fork = unwrap(await service.games.fork(anna, { game, ply: 2 as Ply }, { hotSeat: true }));
      const view = unwrap(await service.queries.view(fork.game, anna));
      expect(view).toMatchObject({ configuration: { setup: {} }, board: { ply: 0, notation: AFTER_TWO } });
      unwrap(await service.games.command(anna, fork.game, move('f4')));
      const second = await testService.another();
      const later = unwrap(await second.queries.view(fork.game, anna));
      expect(later.board).toEqual(unwrap(await service.queries.view(fork.game, anna)).board);
      await second.close();
      expect(codeOf(await service.games.create(anna, { setup: { position: AFTER_TWO } }))).toBe('script/own-start');
    });

    test('a rematch begins where the fork began, and so does the next', async () => {
      const testService = await open({ referees: { referee: () => fixedStart(false) } });
      const { service, anna } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5');
      let last = unwrap(await service.games.fork(anna, { game, ply: 2 as Ply }, { hotSeat: true })).game;
      for (let i = 0; i < 2; i++) {
        last = await rematchOf(testService, last);
        expect(unwrap(await service.queries.view(last, anna)).board?.notation).toBe(AFTER_TWO);
      }
      const plain = unwrap(await service.games.create(anna, { hotSeat: true })).game;
      const again = await rematchOf(testService, plain);
      expect(unwrap(await service.queries.view(again, anna)).board?.notation).toMatch(
        /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\//,
      );
    });

    test('a rematch of a public fork of a private game begins there too, and does not reveal that game', async () => {
      const testService = await open({ referees: { referee: () => fixedStart(false) } });
      const { service, anna } = testService;
      const game = await startGame(testService, { isPrivate: true });
      await playMoves(testService, game, 'e4', 'e5');
      const options = { hotSeat: true, isPrivate: false };
      let last = unwrap(await service.games.fork(anna, { game, ply: 2 as Ply }, options)).game;
      for (let i = 0; i < 2; i++) {
        last = await rematchOf(testService, last);
        expect(unwrap(await service.queries.view(last, anna)).board?.notation).toBe(AFTER_TWO);
        expect(JSON.stringify(unwrap(await service.queries.facts(last)))).not.toContain(game);
      }
    });

    test('a recorded start with hidden information is not forked before the end', async () => {
      const testService = await open({ referees: { referee: () => fixedStart(true) } });
      const { service, anna } = testService;
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5');
      const fork = () => service.games.fork(anna, { game, ply: 2 as Ply }, { hotSeat: true });
      expect(codeOf(await fork())).toBe('game/not-ended');
      unwrap(await service.games.command(anna, game, { type: 'Resign' }));
      expect(codeOf(await fork())).toBe('ok');
    });
  });
}

const AFTER_TWO = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

const chess = classicalReferee(standard);
const NO_CHANCE = { int: () => 0, real: () => 0 };

/** Chess that refuses a start position in its setup. */
function fixedStart(hides: boolean): Referee {
  const plain = chess as Referee;
  const startAt = (position: string): GameRecord => unwrap(chess.start({ position }, NO_CHANCE)).record;
  const notationOf = (position: unknown): string => plain.view(position, { kind: 'watcher' }).notation;
  const usual = notationOf(unwrap(chess.start({}, NO_CHANCE)).position);
  return {
    ...plain,
    start: (setup, chance) =>
      setup.position === undefined
        ? plain.start(setup, chance)
        : err(refusal('script/own-start', 'This ruleset takes no start position.')),
    forking: {
      kind: 'record',
      carryOn(start, moves) {
        const position = moves.reduce((before, record) => plain.replay(before, record), plain.resume(start));
        return { record: startAt(notationOf(position)), hides };
      },
      isCarriedOn: (start) => notationOf(plain.resume(start)) !== usual,
    },
  };
}

async function rematchOf({ service, anna }: TestService, game: GameId): Promise<GameId> {
  unwrap(await service.games.command(anna, game, { type: 'Resign' }));
  return unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'rematch' })).next!;
}
