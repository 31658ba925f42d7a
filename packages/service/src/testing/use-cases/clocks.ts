import { type ClockSetting, type GameId, type Millis, SERVER } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { codeOf, type House, move, noHints, playMoves, startGame } from '../house.js';
import { eventually } from '../virtual-clock.js';
import type { OpenTestHouse } from './index.js';

const perPlayer = (seconds: number, incrementSeconds = 0): ClockSetting => ({
  kind: 'per-player',
  playerMs: (seconds * 1000) as Millis,
  incrementMs: (incrementSeconds * 1000) as Millis,
});

const remaining = async ({ service }: Pick<House, 'service'>, game: GameId) =>
  unwrap(await service.game(game, null)).clocks!.remainingMs;

const hasEnded = async ({ service }: Pick<House, 'service'>, game: GameId) =>
  unwrap(await service.game(game, null)).end !== null;

/** Flags fall when they fall, and nobody pays for the time in which the server was down. */
export function clockPromises(open: OpenTestHouse): void {
  describe('clocks', () => {
    test('a flag falls though nobody is there', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(10) });
      await playMoves(house, game, 'e4', 'e5');
      await house.clock.advance(9000);
      expect(await hasEnded(house, game)).toBe(false);
      await house.clock.advance(2000);
      await eventually(() => hasEnded(house, game));
      expect(unwrap(await house.service.game(game, null)).end).toEqual({
        kind: 'win',
        winner: 'black',
        cause: 'timeout',
      });
    });

    test('a clock per player has no increment unless it is asked for', async () => {
      const house = await open();
      const game = await startGame(house, { clock: { kind: 'per-player', playerMs: 10_000 as Millis } });
      await playMoves(house, game, 'e4', 'e5');
      expect(await remaining(house, game)).toEqual({ white: 10_000, black: 10_000 });
      expect(unwrap(await house.service.game(game, null)).configuration?.clock).toMatchObject({ incrementMs: 0 });
    });

    test('a flag that is far away falls too', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(600) });
      expect(house.service.gauges().armedDeadlines).toBe(0);
      await house.clock.advance(602_000);
      await eventually(() => hasEnded(house, game));
    });

    test('a move in time moves the deadline', async () => {
      const house = await open();
      const game = await startGame(house, { clock: { kind: 'per-move', moveMs: 5000 as Millis } });
      for (const text of ['e4', 'e5', 'Nf3', 'Nc6']) {
        await house.clock.advance(4000);
        await playMoves(house, game, text);
      }
      expect(await remaining(house, game)).toEqual({ white: 5000, black: 5000 });
      await house.clock.advance(6000);
      await eventually(() => hasEnded(house, game));
    });

    test('no timer is left for games that ended', async () => {
      const house = await open();
      const before = house.clock.timers();
      for (let number = 0; number < 20; number++) {
        const game = await startGame(house, { clock: perPlayer(30) });
        expect(house.clock.timers()).toBeLessThanOrEqual(before + 2);
        unwrap(await house.service.command(house.anna, game, { type: 'Resign' }));
      }
      expect(house.service.gauges().armedDeadlines).toBe(0);
      await house.service.close();
      expect(house.clock.timers()).toBe(0);
    });

    test('setting the machine’s clock changes nobody’s time', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(60) });
      await playMoves(house, game, 'e4', 'e5');
      await house.clock.advance(1000);
      house.clock.setBack(3_600_000);
      await house.clock.advance(1000);
      await playMoves(house, game, 'Nf3');
      expect(await remaining(house, game)).toEqual({ white: 58_000, black: 60_000 });
    });

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
      await house.clock.advance(40 * 86_400_000);
      const service = await house.another();
      expect(await remaining({ service }, games[0]!)).toEqual({ white: month * 1000 - 5000, black: month * 1000 });
      for (const game of games) {
        expect(unwrap(await service.facts(game, { type: 'ClocksResumed' }))).toHaveLength(1);
      }
      await service.close();
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

    test('a flag falls once, though two nodes see it', async () => {
      const house = await open({ hints: noHints });
      const game = await startGame(house, { clock: perPlayer(10) });
      const other = await house.another();
      await house.clock.advance(12_000);
      await eventually(() => hasEnded(house, game));
      expect(unwrap(await other.facts(game, { type: 'FlagFell' }))).toHaveLength(1);
      // Whoever tells it again tells it with the same key, so that the store knows it.
      expect(await house.ports.store.games.remembered(game, SERVER, 'flag:4')).toMatchObject({ version: 6 });
      await other.close();
    });

    test('a move after the flag is refused, even before anybody has noticed', async () => {
      const house = await open();
      const game = await startGame(house, { clock: perPlayer(10) });
      await house.clock.advance(10_200);
      expect(codeOf(await house.service.command(house.anna, game, move('e4')))).toBe('game/flag-fallen');
      unwrap(await house.service.command(house.anna, game, move('e4'), { lagMs: 400 }));
    });

    test('of a move and its flag at the same moment one counts, by the time that is recorded', async () => {
      const house = await open();
      for (let offsetMs = -5; offsetMs <= 5; offsetMs++) {
        const game = await startGame(house, { clock: perPlayer(10) });
        // The flag falls for good when nothing more could be forgiven to a move on its way.
        await house.clock.advance(10_499 + offsetMs);
        const [answer] = await Promise.all([
          house.service.command(house.anna, game, move('e4'), { lagMs: 500 }),
          house.clock.advance(1),
        ]);
        // Flags that fall close together fall in one go, a breath later.
        await house.clock.advance(10);
        if (!answer.ok) await eventually(() => hasEnded(house, game));
        const facts = unwrap(await house.service.facts(game)).map(({ fact }) => fact.type);
        const which = facts.filter((type) => type === 'MovePlayed' || type === 'FlagFell');
        expect(which).toEqual([answer.ok ? 'MovePlayed' : 'FlagFell']);
        if (offsetMs !== 0) expect(answer.ok).toBe(offsetMs < 0);
      }
    });

    test('who stays away long enough loses by a claim, and not before', async () => {
      const house = await open();
      const { service, anna, bert } = house;
      const game = await startGame(house, { clock: perPlayer(600), abandonedAfterMs: 30_000 as Millis });
      const claim = () => service.command(anna, game, { type: 'ClaimVictory' });
      const here = unwrap(await service.attend(game, bert));
      await house.clock.advance(60_000);
      expect(service.present(game)).toEqual({ white: false, black: true, watchers: 0, people: [bert] });
      expect(codeOf(await claim())).toBe('game/opponent-is-here');
      here.leave();
      await house.clock.advance(29_000);
      expect(codeOf(await claim())).toBe('game/opponent-is-here');
      await house.clock.advance(1000);
      unwrap(await claim());
    });
  });
}
