import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlineOf, rematchConfiguration } from '../game.js';
import {
  accept,
  type ExtraInput,
  flagFall,
  given,
  NOON,
  offer,
  PLAYERS,
  played,
  playMove,
  promote,
  promotionAwaited,
  resign,
  resumeClocks,
  type Scene,
  startedWith,
} from '../testing/index.js';
import { type Instant, later, type Millis, millis } from '../units.js';
import { gameView } from '../view.js';
import {
  type Clocks,
  flagFallsAt,
  initialReadings,
  LAG_QUOTA_MS,
  readClocks,
  readingsAfterMove,
  startClocks,
} from './clocks.js';
import type { ClockSetting } from './setting.js';

const MINUTE = 60_000 as Millis;
const perPlayer: ClockSetting = { kind: 'per-player', playerMs: MINUTE, incrementMs: 0 as Millis };
const withIncrement: ClockSetting = { kind: 'per-player', playerMs: MINUTE, incrementMs: 2_000 as Millis };
const perMove: ClockSetting = { kind: 'per-move', moveMs: MINUTE };
const perDay: ClockSetting = { kind: 'days-per-move', days: 3 };

const remaining = ({ game, now }: Scene) => (game.clocks === null ? null : readClocks(game.clocks, now));

describe('time passes', () => {
  test.each([
    ['no clock', { kind: 'none' } as const, null],
    ['a time per player', perPlayer, { white: 50_000, black: 53_000 }],
    ['a time per player with increment', withIncrement, { white: 52_000, black: 55_000 }],
    ['a time per move', perMove, { white: 60_000, black: 60_000 }],
    ['days per move', perDay, { white: 259_200_000, black: 259_200_000 }],
  ])('with %s', (_name, clock, expected) => {
    const { scene } = given(startedWith({ clock }))
      .afterMs(10_000)
      .and(playMove('white', 'e2e4'))
      .afterMs(7_000)
      .and(playMove('black', 'e7e5'));
    expect(remaining(scene)).toEqual(expected);
    expect(scene.game.board!.moves.map(({ tookMs }) => tookMs)).toEqual([10_000, 7_000]);
  });

  test('for white from the start of the game', () => {
    const { scene } = given(startedWith({ clock: perPlayer })).afterMs(1_000);
    expect(remaining(scene)).toEqual({ white: 59_000, black: 60_000 });
  });

  test('for the mover while the pawn waits for its role', () => {
    const moves = promotionAwaited.game.board!.moves.map(({ notation }) => notation).join(' ');
    const waiting = given(played(startedWith({ clock: perPlayer }), moves)).and(playMove('white', 'b7b8'));
    const { scene } = waiting.afterMs(5_000).and(promote('white', 'queen'));
    expect(remaining(scene)).toEqual({ white: 55_000, black: 60_000 });
    waiting.afterMs(60_000).when(promote('white', 'queen')).thenRefused('game/flag-fallen', 'flag-is-up');
  });

  test('and a takeback does not restore it', () => {
    const { scene } = given(startedWith({ clock: perPlayer }))
      .afterMs(10_000)
      .and(playMove('white', 'e2e4'))
      .afterMs(5_000)
      .and(offer('white', 'takeback'), accept('black', 'takeback'));
    expect(remaining(scene)).toEqual({ white: 50_000, black: 55_000 });
    expect(scene.game.clocks!.running).toBe('white');
  });

  test('and a takeback restarts a clock with a time per move', () => {
    const { scene } = given(startedWith({ clock: perMove }))
      .and(playMove('white', 'e2e4'))
      .afterMs(5_000)
      .and(offer('white', 'takeback'), accept('black', 'takeback'));
    expect(remaining(scene)).toEqual({ white: 60_000, black: 60_000 });
  });

  test('until the end of the game', () => {
    const { scene } = given(startedWith({ clock: perPlayer }))
      .afterMs(3_000)
      .and(resign('black'))
      .afterMs(9_000);
    expect(remaining(scene)).toEqual({ white: 57_000, black: 60_000 });
    expect(deadlineOf(scene.game)).toBeNull();
  });
});

describe('a flag', () => {
  const started = startedWith({ clock: perPlayer });
  const deadlineMs = MINUTE + LAG_QUOTA_MS;

  test('falls at the deadline and not before', () => {
    expect(deadlineOf(started.game)).toBe(later(NOON, deadlineMs));
    given(started)
      .afterMs(deadlineMs - 1)
      .when(flagFall)
      .thenRefused('game/time-left', 'flag-has-fallen');
    given(started).afterMs(deadlineMs).when(flagFall).thenFacts('FlagFell', 'GameEnded');
    given(started).afterMs(deadlineMs).when(flagFall).thenEnd({ kind: 'win', winner: 'black', cause: 'timeout' });
  });

  test('falls only by a command of the server', () => {
    given(started).afterMs(deadlineMs).when({ type: 'FlagFall', by: PLAYERS.black }).thenRefused('game/server-only');
  });

  test('that has fallen prevents moves, offers and resignations', () => {
    const late = given(started).afterMs(60_000);
    late.when(playMove('white', 'e2e4')).thenRefused('game/flag-fallen', 'flag-is-up');
    late.when(resign('black')).thenRefused('game/flag-fallen', 'flag-is-up');
    late.when(offer('white', 'draw')).thenRefused('game/flag-fallen', 'flag-is-up');
    given(started).afterMs(59_999).when(playMove('white', 'e2e4')).thenFacts('MovePlayed');
  });

  test('and a move that race each other have one outcome, which depends only on the time of arrival', () => {
    fc.assert(
      fc.property(fc.integer({ min: 59_990, max: 60_510 }), fc.constantFrom(0, 3, 499, 500, 9_999), (atMs, lagMs) => {
        const isInTime = atMs - Math.min(lagMs, LAG_QUOTA_MS) < MINUTE;
        const arrived = given(started).afterMs(atMs).when(playMove('white', 'e2e4'), { lagMs });
        if (isInTime) {
          const { scene } = arrived.thenFacts('MovePlayed');
          given(scene).when(flagFall).thenRefused('game/time-left');
        } else {
          arrived.thenRefused('game/flag-fallen');
          const fallen = given(started).afterMs(Math.max(atMs, deadlineMs)).and(flagFall);
          fallen.when(playMove('white', 'e2e4'), { lagMs }).thenRefused('game/ended', 'not-ended');
        }
        if (atMs < deadlineMs) given(started).afterMs(atMs).when(flagFall).thenRefused('game/time-left');
      }),
    );
  });

  test('that falls against a side that cannot win gives a draw', () => {
    const scene = startedWith({ clock: perPlayer, setup: { position: '7k/8/8/8/8/8/P7/K7 w - - 0 1' } });
    given(scene).afterMs(deadlineMs).when(flagFall).thenEnd({ kind: 'draw', cause: 'timeout' });
  });

  test('falls after days in a days-per-move game, and never without a clock', () => {
    const scene = startedWith({ clock: perDay });
    expect(deadlineOf(scene.game)).toBe(later(NOON, 3 * 86_400_000));
    expect(deadlineOf(startedWith({}).game)).toBeNull();
  });
});

describe('lag compensation', () => {
  const scene = startedWith({ clock: perPlayer });

  test.each([
    ['the measured delay', 200, 59_200],
    ['at most the quota', 999_000, 59_500],
    ['nothing for a negative delay', -5, 59_000],
    ['nothing for NaN', Number.NaN, 59_000],
  ])('gives back %s', (_name, lagMs, expected) => {
    const more: ExtraInput = { lagMs };
    const { scene: after } = given(scene).afterMs(1_000).when(playMove('white', 'e2e4'), more).thenFacts('MovePlayed');
    expect(after.game.clocks!.remainingMs.white).toBe(expected);
  });

  test('accepts a move that was sent in time', () => {
    given(scene).afterMs(60_300).when(playMove('white', 'e2e4'), { lagMs: 400 }).thenFacts('MovePlayed');
    given(scene).afterMs(60_400).when(playMove('white', 'e2e4'), { lagMs: 400 }).thenRefused('game/flag-fallen');
  });
});

describe('while the server is down', () => {
  const scene = startedWith({ clock: perPlayer });
  const downSince = later(NOON, 20_000);

  test('clocks stop', () => {
    const { scene: after } = given(scene).afterMs(3_600_000).when(resumeClocks(downSince)).thenFacts('ClocksResumed');
    expect(remaining(after)).toEqual({ white: 40_000, black: 60_000 });
    expect(deadlineOf(after.game)).toBe(later(NOON, 3_600_000 + 40_000 + LAG_QUOTA_MS));
  });

  test('clocks count time up to the last heartbeat, even if the system clock was set back meanwhile', () => {
    const { scene: after } = given(scene).afterMs(-3_600_000).when(resumeClocks(downSince)).thenFacts('ClocksResumed');
    expect(after.game.clocks).toMatchObject({ remainingMs: { white: 40_000, black: 60_000 }, since: after.now });
  });

  test('days-per-move clocks go on', () => {
    given(startedWith({ clock: perDay }))
      .afterMs(3_600_000)
      .when(resumeClocks(downSince))
      .thenRefused('game/clock-not-pausable', 'clocks-to-resume');
  });

  test('a flag that fell before stays fallen', () => {
    given(scene)
      .afterMs(3_600_000)
      .when(resumeClocks(later(NOON, 61_000)))
      .thenRefused('game/flag-fallen', 'clocks-to-resume');
    given(scene).afterMs(3_600_000).when(flagFall).thenFacts('FlagFell', 'GameEnded');
  });
});

test.each([
  ['no time', { kind: 'per-player', playerMs: 0, incrementMs: 0 }],
  ['half a millisecond', { kind: 'per-move', moveMs: 0.5 }],
  ['a negative increment', { kind: 'per-player', playerMs: 1, incrementMs: -1 }],
  ['a year for a move', { kind: 'days-per-move', days: 365 }],
])('a clock with %s is refused', (_name, clock) => {
  expect(() => startedWith({ clock: clock as ClockSetting })).toThrow('game/bad-clock');
});

const anySetting: fc.Arbitrary<ClockSetting> = fc.oneof(
  fc.record({ kind: fc.constant('per-move' as const), moveMs: anyMillis(1, 100_000) }),
  fc.record({
    kind: fc.constant('per-player' as const),
    playerMs: anyMillis(1, 100_000),
    incrementMs: anyMillis(0, 5_000),
  }),
  fc.record({ kind: fc.constant('days-per-move' as const), days: fc.integer({ min: 1, max: 30 }) }),
);
const anyTurn = fc.record({
  thoughtMs: fc.integer({ min: -1_000, max: 20_000 }),
  lagMs: fc.oneof(fc.integer({ min: -10, max: 2_000 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e308)),
});

test('clocks never go below zero and never gain more than their increment, for any reported delay', () => {
  fc.assert(
    fc.property(anySetting, fc.array(anyTurn, { maxLength: 60 }), (setting, turns) => {
      let clocks: Clocks = startClocks(initialReadings(setting)!, 'white', NOON);
      let now: Instant = NOON;
      let compensatedMs = { white: 0, black: 0 };
      for (const { thoughtMs, lagMs } of turns) {
        now = later(now, thoughtMs);
        const side = clocks.running!;
        const tookMs = Math.max(0, Date.parse(now) - Date.parse(clocks.since));
        const readings = readingsAfterMove(setting, clocks, now, lagMs);
        if (readings === undefined) {
          // The flag fell: even with the full lag quota left, the deadline is near.
          expect(tookMs).toBeGreaterThanOrEqual(clocks.remainingMs[side]);
          expect(Date.parse(flagFallsAt(clocks)!)).toBeLessThanOrEqual(Date.parse(now) + LAG_QUOTA_MS);
          return;
        }
        const increment = setting.kind === 'per-player' ? setting.incrementMs : 0;
        for (const color of ['white', 'black'] as const) {
          expect(readings.remainingMs[color]).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(readings.remainingMs[color])).toBe(true);
          expect(readings.lagQuotaMs[color]).toBeLessThanOrEqual(LAG_QUOTA_MS);
        }
        if (setting.kind === 'per-player') {
          const chargedMs = clocks.remainingMs[side] + increment - readings.remainingMs[side];
          expect(chargedMs).toBeGreaterThanOrEqual(0);
          expect(tookMs - chargedMs).toBeLessThanOrEqual(clocks.lagQuotaMs[side]);
          compensatedMs = { ...compensatedMs, [side]: compensatedMs[side] + tookMs - chargedMs };
        }
        clocks = startClocks(readings, side === 'white' ? 'black' : 'white', now);
      }
      // The initial quota plus LAG_REGAINED_MS per move.
      const bound = LAG_QUOTA_MS + 100 * turns.length;
      expect(Math.max(compensatedMs.white, compensatedMs.black)).toBeLessThanOrEqual(bound);
    }),
  );
});

function anyMillis(min: number, max: number): fc.Arbitrary<Millis> {
  return fc.integer({ min, max }).map(millis);
}

describe('a free first move', () => {
  const FREE = 30_000;
  const begun = startedWith({ clock: withIncrement, firstMoveMs: FREE as Millis });
  const shown = ({ game, now, referee }: Scene) => gameView(referee)(game, null, now).clocks;
  const full = { white: 60_000, black: 60_000 };

  test('neither costs nor gains time, and clocks run from the second moves on', () => {
    const one = given(begun).afterMs(10_000);
    expect(shown(one.scene)).toEqual({ remainingMs: full, running: null, abortInMs: 20_000 });
    const two = one.and(playMove('white', 'e2e4')).afterMs(29_000);
    expect(shown(two.scene)).toEqual({ remainingMs: full, running: null, abortInMs: 1_000 });
    const three = two.and(playMove('black', 'e7e5')).afterMs(5_000);
    expect(shown(three.scene)).toEqual({
      remainingMs: { white: 55_000, black: 60_000 },
      running: 'white',
      abortInMs: null,
    });
    expect(three.scene.game.board!.moves.map(({ tookMs }) => tookMs)).toEqual([10_000, 29_000]);
    const four = three.and(playMove('white', 'g1f3')).afterMs(1_000);
    expect(shown(four.scene)).toMatchObject({ remainingMs: { white: 57_000, black: 59_000 }, running: 'black' });
  });

  test('has a deadline at which the server aborts the game', () => {
    const scenes = [begun, given(begun).afterMs(9_000).and(playMove('white', 'e2e4')).scene];
    for (const scene of scenes) {
      expect(deadlineOf(scene.game)).toBe(later(scene.now, FREE));
      given(scene)
        .afterMs(FREE - 1)
        .when(flagFall)
        .thenRefused('game/time-left', 'flag-has-fallen');
      given(scene).afterMs(FREE).when(flagFall).thenEnd({ kind: 'none', cause: 'aborted', why: 'first-move-missed' });
    }
    given(begun).afterMs(FREE).when(flagFall).thenFacts('FirstMoveMissed', 'GameEnded');
    // A late move counts if it arrives before the server has aborted the game.
    given(begun)
      .afterMs(FREE + 1)
      .when(playMove('white', 'e2e4'))
      .thenFacts('MovePlayed');
  });

  test('is free again after a takeback', () => {
    const back = given(played(begun, 'e2e4 e7e5'))
      .afterMs(5_000)
      .and(offer('black', 'takeback'), accept('white', 'takeback'))
      .afterMs(1_000);
    expect(shown(back.scene)).toEqual({
      remainingMs: { white: 55_000, black: 60_000 },
      running: null,
      abortInMs: 29_000,
    });
    expect(shown(back.and(playMove('black', 'e7e6')).afterMs(1_000).scene)).toMatchObject({
      remainingMs: { white: 54_000, black: 60_000 },
      running: 'white',
    });
  });

  test('has a new deadline after a downtime of the server', () => {
    const down = given(begun)
      .afterMs(3_600_000)
      .and(resumeClocks(later(NOON, 1_000))).scene;
    expect(shown(down)).toEqual({ remainingMs: full, running: null, abortInMs: FREE });
  });

  test('exists only if configured: clocks of other games run from the start', () => {
    const { scene } = given(startedWith({ clock: withIncrement })).afterMs(1_000);
    expect(shown(scene)).toEqual({ remainingMs: { white: 59_000, black: 60_000 }, running: 'white', abortInMs: null });
  });

  test('is free in the rematch too', () => {
    expect(rematchConfiguration(begun.game)).toMatchObject({ firstMoveMs: FREE });
  });
});
