import type { GameId, RulesetId } from '@chessmith/game';
import { type Referee, refusal } from '@chessmith/rules';
import { err, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { codeOf, move, noSignals, playMoves, startGame } from '../test-service.js';

/** A command has one effect, however often and through whichever server it is sent. */
export function testCommands(open: OpenTestService): void {
  describe('commands', () => {
    test('a hundred copies of one command have one effect and one receipt', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const copies = await Promise.all(
        Array.from({ length: 100 }, () =>
          testService.service.games.command(testService.anna, game, move('e4'), { key: 'one' }),
        ),
      );
      expect(new Set(copies.map((copy) => JSON.stringify(unwrap(copy)))).size).toBe(1);
      expect(unwrap(await testService.service.queries.facts(game, { type: 'MovePlayed' }))).toHaveLength(1);
    });

    test('a hundred copies of one request create one game', async () => {
      const testService = await open();
      const copies = await Promise.all(
        Array.from({ length: 100 }, () =>
          testService.service.games.create(testService.anna, { side: 'random' }, { key: 'mine' }),
        ),
      );
      expect(new Set(copies.map((copy) => unwrap(copy).game)).size).toBe(1);
      const { games } = await testService.service.games.list({}, { limit: 10 });
      expect(games).toHaveLength(1);
      expect(codeOf(await testService.service.games.create(testService.anna, { side: 'white' }, { key: 'mine' }))).toBe(
        'command/key-reused',
      );
      expect(unwrap(await testService.service.games.create(testService.bert, {}, { key: 'mine' })).game).not.toBe(
        games[0]!.game,
      );
    });

    test('a key that was used for another command is refused, accepted or not', async () => {
      const testService = await open();
      const game = await startGame(testService);
      unwrap(await testService.service.games.command(testService.anna, game, move('e4'), { key: 'k' }));
      expect(codeOf(await testService.service.games.command(testService.anna, game, move('d4'), { key: 'k' }))).toBe(
        'command/key-reused',
      );
      const offer = { type: 'Offer', what: 'draw' } as const;
      expect(codeOf(await testService.service.games.command(testService.anna, game, offer, { key: 'k' }))).toBe(
        'command/key-reused',
      );
      unwrap(await testService.service.games.command(testService.bert, game, move('e5'), { key: 'k' }));
    });

    test('the stored hash of a command does not change with a version of the server', async () => {
      const testService = await open();
      const { service, anna, ports } = testService;
      const options = { ruleset: 'atomic' } as const;
      const { game } = unwrap(await service.games.create(anna, { configureLater: true }, { key: 'k' }));
      unwrap(await service.games.command(anna, game, { type: 'ConfigureGame', options }, { key: 'l' }));
      const hashes = ['k', 'l'].map(async (used) => (await ports.store.games.findReceipt(game, anna, used))?.bodyHash);
      // Short bodies are stored as they are.
      expect(await Promise.all(hashes)).toEqual([
        '{"type":"CreateGame","wish":{"configureLater":true}}',
        '{"type":"ConfigureGame","wish":{"ruleset":"atomic"}}',
      ]);
    });

    test('only accepted commands have receipts', async () => {
      const testService = await open();
      const game = await startGame(testService);
      expect(codeOf(await testService.service.games.command(testService.bert, game, move('e5'), { key: 'k' }))).toBe(
        'game/not-your-turn',
      );
      await playMoves(testService, game, 'e4');
      unwrap(await testService.service.games.command(testService.bert, game, move('e5'), { key: 'k' }));
    });

    test('of two concurrent moves of one player one wins and the other is refused', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const answers = await Promise.all(
        ['e4', 'd4'].map((text) => testService.service.games.command(testService.anna, game, move(text))),
      );
      expect(answers.map(codeOf).sort()).toEqual(['game/not-your-turn', 'ok']);
      expect(unwrap(await testService.service.queries.view(game, null)).moves).toHaveLength(1);
    });

    test('a refusal names its check', async () => {
      const testService = await open();
      const game = await startGame(testService);
      expect(await testService.service.games.command(testService.anna, game, move('e5'))).toMatchObject({
        ok: false,
        error: { step: 'move-is-legal' },
      });
      expect(
        await testService.service.games.command(testService.anna, '1Unknown1111' as GameId, move('e4')),
      ).toMatchObject({
        ok: false,
        error: { code: 'game/not-found', step: 'game-exists' },
      });
    });

    test('a late copy of a move that would be legal again is not played again', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = unwrap(await testService.service.games.command(testService.anna, game, move('Nf3'), { key: 'k' }));
      await playMoves(testService, game, 'Nf6', 'Ng1', 'Ng8');
      expect(
        unwrap(await testService.service.games.command(testService.anna, game, move('Nf3'), { key: 'k' })),
      ).toEqual(first);
      expect(unwrap(await testService.service.queries.view(game, null)).moves).toHaveLength(4);
    });

    test('a receipt counts plies even without a board', async () => {
      const { service, anna } = await open();
      const { game, ...receipt } = unwrap(await service.games.create(anna, { configureLater: true }));
      expect(receipt).toMatchObject({ situation: 'not-configured', ply: 0 });
      expect(unwrap(await service.games.command(anna, game, { type: 'StopGame' }))).toMatchObject({ ply: 0 });
    });

    test('a game in use is not read from the store again, and the least recently used is evicted first', async () => {
      const testService = await open({}, { gamesInMemory: 4 });
      const { store } = testService.ports;
      let read: GameId[] = [];
      const factPages: typeof store.games.factPages = (...args) => {
        read.push(args[0]);
        return store.games.factPages(...args);
      };
      const service = await testService.another({ store: { ...store, games: { ...store.games, factPages } } });
      const games: GameId[] = [];
      for (let number = 0; number < 5; number++) {
        if (number === 4) unwrap(await service.queries.view(games[0]!, null));
        games.push(await startGame({ ...testService, service }));
      }
      // Each game is read once, to see that its id is free.
      expect(read).toEqual(games);
      read = [];
      for (const game of [games[0]!, games[1]!]) unwrap(await service.queries.view(game, null));
      expect(read).toEqual([games[1]]);
      await service.close();
    });

    test('with `wait: false`, a command to a busy game is refused at once', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = testService.service.games.command(testService.anna, game, move('e4'));
      const second = await testService.service.games.command(testService.bert, game, move('e5'), { wait: false });
      expect(codeOf(second)).toBe('game/busy');
      unwrap(await first);
      unwrap(await testService.service.games.command(testService.bert, game, move('e5'), { wait: false }));
    });

    test('a command judged on an old state is judged again', async () => {
      const testService = await open({ signals: noSignals });
      const game = await startGame(testService);
      const other = await testService.another();
      unwrap(await other.queries.view(game, null));
      unwrap(await testService.service.games.command(testService.anna, game, move('e4')));
      // This server still has the position before white's move; the version conflict makes it read the store.
      unwrap(await other.games.command(testService.bert, game, { type: 'Offer', what: 'draw' }));
      unwrap(await other.games.command(testService.bert, game, move('e5')));
      expect(
        codeOf(await testService.service.games.command(testService.anna, game, { type: 'Accept', what: 'draw' })),
      ).toBe('game/no-offer');
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Resign' }));
      expect(codeOf(await other.games.command(testService.bert, game, { type: 'Resign' }))).toBe('game/ended');
      await other.close();
    });

    test('two servers that play the same ply store it once', async () => {
      const testService = await open({ signals: noSignals });
      const other = await testService.another();
      for (let round = 0; round < 20; round++) {
        const game = await startGame(testService);
        unwrap(await other.queries.view(game, null));
        const answers = await Promise.all([
          testService.service.games.command(testService.anna, game, move('e4')),
          other.games.command(testService.anna, game, move('d4')),
        ]);
        expect(answers.map(codeOf).sort()).toEqual(['game/not-your-turn', 'ok']);
        expect(unwrap(await testService.service.queries.facts(game, { type: 'MovePlayed' }))).toHaveLength(1);
      }
      await other.close();
    });

    test('while the store cannot write, commands are refused and change nothing', async () => {
      const testService = await open({ signals: noSignals });
      const { store } = testService.ports;
      let isFull = false;
      const append: typeof store.games.append = async (commit, expected) =>
        isFull ? { kind: 'unavailable', reason: 'the disk is full' } : store.games.append(commit, expected);
      const service = await testService.another({ store: { ...store, games: { ...store.games, append } } });
      const game = await startGame({ ...testService, service });
      isFull = true;
      expect(codeOf(await service.games.command(testService.anna, game, move('e4'), { key: 'k' }))).toBe(
        'store/unavailable',
      );
      expect(unwrap(await service.queries.view(game, null)).moves).toEqual([]);
      isFull = false;
      unwrap(await service.games.command(testService.anna, game, move('e4'), { key: 'k' }));
      expect(unwrap(await service.queries.view(game, null)).moves).toHaveLength(1);
      await service.close();
    });

    test('a game whose rules fail ends without a result, and the player gets the reason', async () => {
      let isBroken = false;
      const testService = await open();
      const judge = (await testService.ports.referees.referee('standard' as RulesetId))!;
      const service = await testService.another({ referees: { referee: () => failingWhen(judge, () => isBroken) } });
      const game = await startGame({ ...testService, service });
      unwrap(await service.games.command(testService.anna, game, move('e4')));
      isBroken = true;
      expect(codeOf(await service.games.command(testService.bert, game, move('e5')))).toBe('rules/failed');
      expect(unwrap(await service.queries.view(game, null)).end).toEqual({
        kind: 'none',
        cause: 'rules-failed',
        why: 'The script ran too long.',
      });
      await service.close();
    });

    test('a late copy of an old move does not end the game, even if the rules fail on it', async () => {
      let isBroken = false;
      const testService = await open();
      const judge = (await testService.ports.referees.referee('standard' as RulesetId))!;
      const service = await testService.another({ referees: { referee: () => failingWhen(judge, () => isBroken) } });
      const game = await startGame({ ...testService, service });
      const first = unwrap(await service.games.command(testService.anna, game, move('e4'), { key: 'k' }));
      unwrap(await service.games.command(testService.bert, game, move('e5')));
      isBroken = true;
      expect(unwrap(await service.games.command(testService.anna, game, move('e4'), { key: 'k' }))).toEqual(first);
      expect(unwrap(await service.queries.view(game, null)).situation).toBe('running');
      await service.close();
    });

    test('a restart loses nothing that was acknowledged', async () => {
      const testService = await open();
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      const view = unwrap(await testService.service.queries.view(game, testService.anna));
      await testService.service.close();
      const service = await testService.another();
      expect(unwrap(await service.queries.view(game, testService.anna))).toEqual(view);
      unwrap(await service.games.command(testService.bert, game, move('Nc6')));
      await service.close();
    });
  });
}

/** Fails like a script that runs too long while `isBroken`. */
const failingWhen = (referee: Referee, isBroken: () => boolean): Referee => ({
  ...referee,
  judge: (...args) => (isBroken() ? err(refusal('rules/failed', 'The script ran too long.')) : referee.judge(...args)),
});
