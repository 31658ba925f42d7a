import { later, type Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../ports/index.js';
import { codeOf, playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import { hasEnded, perPlayer, remaining } from './clocked-games.js';
import type { OpenTestHouse } from './index.js';

/** Nobody pays for the time in which the server was down. */
export function downtimePromises(open: OpenTestHouse): void {
  describe('a server that was down', () => {
    test('time during which the server was down is not charged', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(60) });
      await playMoves(house, game, 'e4', 'e5');
      await house.clock.advance(5000);
      await house.service.close();
      await house.clock.advance(3_600_000);
      const service = await house.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      await house.clock.advance(57_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('however many games there are and however much time they have, each is taken up once', async () => {
      const house = await open();
      const month = 30 * 86_400;
      const wishes = Array.from({ length: 120 }, (_, number) => ({ clock: perPlayer(number === 0 ? month : 60) }));
      const games = await Promise.all(wishes.map((wish) => startGame(house, wish)));
      await house.clock.advance(5000);
      await house.service.close();
      await house.clock.advance(3_600_000);
      const service = await house.another();
      expect(await remaining({ service }, games[0]!)).toEqual({ white: month * 1000 - 5000, black: month * 1000 });
      for (const game of games) {
        expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      }
      await service.close();
    });

    test('a server that is killed charges until its last sign of life, which it gives every second', async () => {
      const house = await open();
      const { clock, ports } = house;
      await house.service.close();
      let isAlive = true;
      const mortal: Clock = { ...clock, wake: (atMs, call) => clock.wake(atMs, () => (isAlive ? call() : undefined)) };
      const service = await house.another({ clock: mortal });
      const game = await startGame({ ...house, service }, { clock: perPlayer(60) });
      const lastSign = later(clock.now(), 10_000 as Millis);
      await clock.advance(10_500);
      await eventually(async () => (await ports.store.heartbeat.lastSign()) === lastSign);
      isAlive = false;
      await clock.advance(3_600_000);
      const next = await house.another();
      expect(await remaining({ service: next }, game)).toEqual({ white: 50_000, black: 60_000 });
      await next.close();
    });

    test('a disk that takes no sign of life for hours is one line in the log, and one when it does again', async () => {
      const house = await open();
      const { heartbeat } = house.ports.store;
      let isFull = true;
      let tried = 0;
      const beat: typeof heartbeat.beat = (at) => {
        tried++;
        return isFull ? Promise.reject(new Error('the disk is full')) : heartbeat.beat(at);
      };
      const service = await house.another({ store: { ...house.ports.store, heartbeat: { ...heartbeat, beat } } });
      for (let second = 0; second < 20; second++) await house.clock.advance(1000);
      expect(tried).toBeGreaterThan(10);
      expect(house.logged).toEqual(['no sign of life could be stored; said again when one is']);
      isFull = false;
      await house.clock.advance(2000);
      await eventually(() => house.logged.includes('signs of life are stored again'));
      await service.close();
      expect(house.logged).toHaveLength(2);
    });

    test('time in which nothing could be stored is charged to nobody, and no flag falls before that is settled', async () => {
      const { house, service, game, disk, play } = await onFailingDisk(open);
      await house.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 120; second++) await house.clock.advance(1000);
      expect((await play('Nf3')).ok).toBe(false);
      disk.isFull = false;
      await house.clock.advance(2500);
      // The facts in the store are ahead of the game in memory until their commit is acknowledged.
      await eventually(() => service.readiness().ready);
      expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      unwrap(await play('Nf3'));
      await house.clock.advance(62_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('a command between the return of the disk and the resumed clocks is refused, not charged', async () => {
      const { house, service, game, disk, play } = await onFailingDisk(open);
      await house.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 30; second++) await house.clock.advance(1000);
      disk.isFull = false;
      expect(codeOf(await play('Nf3'))).toBe('store/unavailable');
      expect(service.readiness().ready).toBe(false);
      await house.clock.advance(1500);
      await eventually(() => service.readiness().ready);
      unwrap(await play('Nf3'));
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      await service.close();
    });

    test('a time over meanwhile is not told while the disk is full', async () => {
      const { house, service, disk, play } = await onFailingDisk(open);
      disk.isFull = true;
      for (let second = 0; second < 120; second++) await house.clock.advance(1000);
      expect(codeOf(await play('Nf3'))).toBe('store/unavailable');
      await service.close();
    });

    test('clocks that could not be resumed, because the disk was full again, are resumed later', async () => {
      const { house, service, game, disk } = await onFailingDisk(open);
      await house.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 60; second++) await house.clock.advance(1000);
      disk.isFull = 'but for heartbeats';
      for (let second = 0; second < 60; second++) await house.clock.advance(1000);
      expect(service.readiness().ready).toBe(false);
      disk.isFull = false;
      await house.clock.advance(2500);
      await eventually(() => service.readiness().ready);
      expect((await remaining({ service }, game)).white).toBeGreaterThanOrEqual(53_000);
      await service.close();
    });

    test('a server that is killed before it has resumed all clocks after a full disk charges nobody', async () => {
      const { house, game, disk } = await onFailingDisk(open);
      await house.clock.advance(5000);
      disk.isFull = true;
      for (let second = 0; second < 30; second++) await house.clock.advance(1000);
      disk.isFull = 'but for heartbeats';
      for (let second = 0; second < 30; second++) await house.clock.advance(1000);
      const next = await house.another();
      expect((await remaining({ service: next }, game)).white).toBeGreaterThanOrEqual(55_000);
      await next.close();
    });

    test('a server that is killed while it takes up its games charges nobody either', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(60) });
      await house.clock.advance(5000);
      await house.service.close();
      await house.clock.advance(3_600_000);
      // It lives until it wants to write the first fact.
      const { store } = house.ports;
      let isKilled: () => void = () => {};
      const killed = new Promise<void>((resolve) => {
        isKilled = resolve;
      });
      const games = { ...store.games, append: () => new Promise<never>(() => isKilled()) };
      void house.another({ store: { ...store, games } });
      await killed;
      await house.clock.advance(3_600_000);
      const service = await house.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      await service.close();
    });

    test('a clock that was set back while the server was down stands still for nobody', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(60) });
      await playMoves(house, game, 'e4', 'e5');
      await house.clock.advance(5000);
      await house.service.close();
      house.clock.setBack(3_600_000);
      const service = await house.another();
      expect(await remaining({ service }, game)).toEqual({ white: 55_000, black: 60_000 });
      await house.clock.advance(10_000);
      expect(await remaining({ service }, game)).toEqual({ white: 45_000, black: 60_000 });
      await house.clock.advance(46_000);
      await eventually(() => hasEnded({ service }, game));
      await service.close();
    });

    test('a clock of days per move that was set back while the server was down goes on too', async () => {
      const house = await open();
      const game = await startGame(house, { clock: { kind: 'days-per-move', days: 1 } });
      const dayMs = 86_400_000;
      await house.clock.advance(60_000);
      await house.service.close();
      house.clock.setBack(3_600_000);
      const service = await house.another();
      expect((await remaining({ service }, game)).white).toBe(dayMs - 60_000);
      await house.clock.advance(60_000);
      expect((await remaining({ service }, game)).white).toBe(dayMs - 120_000);
      await service.close();
    });

    test('a flag that fell before the server went down falls at the next start', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(10) });
      // Over, but a move on its way could still have been forgiven its delay.
      await house.clock.advance(10_200);
      expect(await hasEnded(house, game)).toBe(false);
      await house.service.close();
      await house.clock.advance(60_000);
      const service = await house.another();
      await house.clock.advance(20);
      await eventually(() => hasEnded({ service }, game));
      expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toEqual([]);
      await service.close();
    });

    test('days per move go on while the server is down', async () => {
      const house = await open();
      const game = await startGame(house, { clock: { kind: 'days-per-move', days: 1 } });
      await house.service.close();
      await house.clock.advance(2 * 86_400_000);
      const service = await house.another();
      await house.clock.advance(20);
      await eventually(() => hasEnded({ service }, game));
      expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toEqual([]);
      await service.close();
    });
  });
}

/** A game of a minute for each side, White to move, on a server whose disk can be full. */
async function onFailingDisk(open: OpenTestHouse) {
  const house = await open();
  await house.service.close();
  const { store } = house.ports;
  const disk: { isFull: boolean | 'but for heartbeats' } = { isFull: false };
  const games: typeof store.games = {
    ...store.games,
    append: async (...all) => (disk.isFull ? { kind: 'unavailable', reason: 'full' } : store.games.append(...all)),
  };
  const beat: typeof store.heartbeat.beat = (at) =>
    disk.isFull === true ? Promise.reject(new Error('the disk is full')) : store.heartbeat.beat(at);
  const service = await house.another({ store: { ...store, games, heartbeat: { ...store.heartbeat, beat } } });
  const game = await startGame({ ...house, service }, { clock: perPlayer(60) });
  await playMoves({ ...house, service }, game, 'e4', 'e5');
  const play = (move: string) => service.command(house.anna, game, { type: 'PlayMove', move });
  return { house, service, game, disk, play };
}
