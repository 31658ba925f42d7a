import { later, type Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../ports/index.js';
import type { OpenTestService } from '../test-service.js';
import { codeOf, playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import { hasEnded, perPlayer, remaining } from './clocked-games.js';

/** Players are not charged for downtime. */
export function testDowntime(open: OpenTestService): void {
  describe('downtime', () => {
    test('is not charged to the players', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(60) });
      await playMoves(testService, game, 'e4', 'e5');
      await testService.clock.advance(5000);
      await testService.service.close();
      await testService.clock.advance(3_600_000);
      const service = await testService.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      expect(unwrap(await service.queries.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      await testService.clock.advance(57_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('is handled once per game, however many games there are and however much time they have', async () => {
      const testService = await open();
      const month = 30 * 86_400;
      const options = Array.from({ length: 120 }, (_, number) => ({ clock: perPlayer(number === 0 ? month : 60) }));
      const games = await Promise.all(options.map((each) => startGame(testService, each)));
      await testService.clock.advance(5000);
      await testService.service.close();
      await testService.clock.advance(3_600_000);
      const service = await testService.another();
      expect(await remaining({ service }, games[0]!)).toEqual({ white: month * 1000 - 5000, black: month * 1000 });
      for (const game of games) {
        expect(unwrap(await service.queries.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      }
      await service.close();
    });

    test('of a killed server begins at its last heartbeat, one second ago at most', async () => {
      const testService = await open();
      const { clock, ports } = testService;
      await testService.service.close();
      let isAlive = true;
      const mortal: Clock = { ...clock, wake: (atMs, call) => clock.wake(atMs, () => (isAlive ? call() : undefined)) };
      const service = await testService.another({ clock: mortal });
      const game = await startGame({ ...testService, service }, { clock: perPlayer(60) });
      const lastBeat = later(clock.now(), 10_000 as Millis);
      await clock.advance(10_500);
      await eventually(async () => (await ports.store.heartbeat.lastBeat()) === lastBeat);
      isAlive = false;
      await clock.advance(3_600_000);
      const next = await testService.another();
      expect(await remaining({ service: next }, game)).toEqual({ white: 50_000, black: 60_000 });
      await next.close();
    });

    test('by a full disk is logged once when it begins and once when it ends, however long it lasts', async () => {
      const testService = await open();
      const { heartbeat } = testService.ports.store;
      let isFull = true;
      let tried = 0;
      const beat: typeof heartbeat.beat = (at) => {
        tried++;
        return isFull ? Promise.reject(new Error('the disk is full')) : heartbeat.beat(at);
      };
      const service = await testService.another({
        store: { ...testService.ports.store, heartbeat: { ...heartbeat, beat } },
      });
      for (let second = 0; second < 20; second++) await testService.clock.advance(1000);
      expect(tried).toBeGreaterThan(10);
      expect(testService.logged).toEqual(['cannot store a heartbeat; commands are refused until it works again']);
      isFull = false;
      await testService.clock.advance(2000);
      await eventually(() => testService.logged.includes('heartbeats are stored again'));
      await service.close();
      expect(testService.logged).toHaveLength(2);
    });

    test('by a full disk is not charged, and no flag falls before the clocks are resumed', async () => {
      const { testService, service, game, disk, play } = await onFailingDisk(open);
      await testService.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 120; second++) await testService.clock.advance(1000);
      expect((await play('Nf3')).ok).toBe(false);
      disk.isFull = false;
      await testService.clock.advance(2500);
      // The facts in the store are ahead of the game in memory until their commit is acknowledged.
      await eventually(() => service.readiness().ready);
      expect(unwrap(await service.queries.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      unwrap(await play('Nf3'));
      await testService.clock.advance(62_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('lasts until the clocks are resumed: a command before that is refused, not charged', async () => {
      const { testService, service, game, disk, play } = await onFailingDisk(open);
      await testService.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 30; second++) await testService.clock.advance(1000);
      disk.isFull = false;
      expect(codeOf(await play('Nf3'))).toBe('store/unavailable');
      expect(service.readiness().ready).toBe(false);
      await testService.clock.advance(1500);
      await eventually(() => service.readiness().ready);
      unwrap(await play('Nf3'));
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      await service.close();
    });

    test('hides a flag that fell while the disk was full', async () => {
      const { testService, service, disk, play } = await onFailingDisk(open);
      disk.isFull = true;
      for (let second = 0; second < 120; second++) await testService.clock.advance(1000);
      expect(codeOf(await play('Nf3'))).toBe('store/unavailable');
      await service.close();
    });

    test('goes on when the disk is full again while clocks are resumed', async () => {
      const { testService, service, game, disk } = await onFailingDisk(open);
      await testService.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 60; second++) await testService.clock.advance(1000);
      disk.isFull = 'but for heartbeats';
      for (let second = 0; second < 60; second++) await testService.clock.advance(1000);
      expect(service.readiness().ready).toBe(false);
      disk.isFull = false;
      await testService.clock.advance(2500);
      await eventually(() => service.readiness().ready);
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      await service.close();
    });

    test('is not charged when the server is killed before all clocks are resumed', async () => {
      const { testService, game, disk } = await onFailingDisk(open);
      await testService.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 30; second++) await testService.clock.advance(1000);
      disk.isFull = 'but for heartbeats';
      for (let second = 0; second < 30; second++) await testService.clock.advance(1000);
      const next = await testService.another();
      expect((await remaining({ service: next }, game)).white).toBeGreaterThanOrEqual(55_000);
      await next.close();
    });

    test('is not charged when the server is killed during its start', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(60) });
      await testService.clock.advance(5000);
      await testService.service.close();
      await testService.clock.advance(3_600_000);
      // This server is killed when it writes its first fact.
      const { store } = testService.ports;
      let isKilled: () => void = () => {};
      const killed = new Promise<void>((resolve) => {
        isKilled = resolve;
      });
      const games = { ...store.games, append: () => new Promise<never>(() => isKilled()) };
      void testService.another({ store: { ...store, games } });
      await killed;
      await testService.clock.advance(3_600_000);
      const service = await testService.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      await service.close();
    });

    test('with a clock that was set back does not stop the players’ clocks', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(60) });
      await playMoves(testService, game, 'e4', 'e5');
      await testService.clock.advance(5000);
      await testService.service.close();
      testService.clock.setBack(3_600_000);
      const service = await testService.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      await testService.clock.advance(10_000);
      expect(await remaining({ service }, game)).toEqual({ white: 45_000, black: 60_000 });
      await testService.clock.advance(46_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('with a clock that was set back does not stop clocks with days per move either', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: { kind: 'days-per-move', days: 1 } });
      const dayMs = 86_400_000;
      await testService.clock.advance(60_000);
      await testService.service.close();
      testService.clock.setBack(3_600_000);
      const service = await testService.another();
      expect((await remaining({ service }, game)).white).toBe(dayMs - 60_000);
      await testService.clock.advance(60_000);
      expect((await remaining({ service }, game)).white).toBe(dayMs - 120_000);
      await service.close();
    });

    test('does not undo a flag that fell before', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: perPlayer(10) });
      // The time is over, but lag compensation could still save a move under way.
      await testService.clock.advance(10_200);
      expect(await hasEnded(testService, game)).toBe(false);
      await testService.service.close();
      await testService.clock.advance(60_000);
      const service = await testService.another();
      await testService.clock.advance(20);
      await eventually(() => hasEnded({ service }, game));
      expect(unwrap(await service.queries.facts(game, { type: 'ClocksResumed' }))).toEqual([]);
      await service.close();
    });

    test('is charged in games with days per move', async () => {
      const testService = await open();
      const game = await startGame(testService, { clock: { kind: 'days-per-move', days: 1 } });
      await testService.service.close();
      await testService.clock.advance(2 * 86_400_000);
      const service = await testService.another();
      await testService.clock.advance(20);
      await eventually(() => hasEnded({ service }, game));
      expect(unwrap(await service.queries.facts(game, { type: 'ClocksResumed' }))).toEqual([]);
      await service.close();
    });
  });
}

/** A game with a minute for each side, white to move, on a server whose disk can be full. */
async function onFailingDisk(open: OpenTestService) {
  const testService = await open();
  await testService.service.close();
  const { store } = testService.ports;
  const disk: { isFull: boolean | 'but for heartbeats' } = { isFull: false };
  const games: typeof store.games = {
    ...store.games,
    append: async (...all) => (disk.isFull ? { kind: 'unavailable', reason: 'full' } : store.games.append(...all)),
  };
  const beat: typeof store.heartbeat.beat = (at) =>
    disk.isFull === true ? Promise.reject(new Error('the disk is full')) : store.heartbeat.beat(at);
  const service = await testService.another({ store: { ...store, games, heartbeat: { ...store.heartbeat, beat } } });
  const game = await startGame({ ...testService, service }, { clock: perPlayer(60) });
  await playMoves({ ...testService, service }, game, 'e4', 'e5');
  const play = (move: string) => service.games.command(testService.anna, game, { type: 'PlayMove', move });
  return { testService, service, game, disk, play };
}
