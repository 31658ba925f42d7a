import { type Color, listMoves, type Profile } from '@chessmith/rules';
import fc from 'fast-check';
import { type Command, OFFER_KINDS, SERVER } from '../commands.js';
import { configure, type GameConfiguration } from '../configuration.js';
import type { RulesetId } from '../ids.js';
import { publicView } from '../public-view.js';
import { type Instant, later, type Millis, type Ply } from '../units.js';
import { PLAYERS, STRANGER, THIS_GAME } from './commands.js';
import { type ExtraInput, play, type Scene } from './scene.js';

/** A random action, legal or not; the state of the game determines its command. */
export type Attempt = {
  readonly what: (typeof ATTEMPTS)[number];
  readonly who: 'white' | 'black' | 'stranger' | 'server' | 'mover';
  readonly as: Color | undefined;
  readonly pick: number;
  readonly afterMs: number;
  readonly lagMs: number;
};

// Mostly moves, and rarely a command that ends the game, so that games become long.
const MOVES = Array.from({ length: 12 }, () => 'PlayMove' as const);
const FREQUENT = [
  'Offer',
  'Offer',
  'Accept',
  'Decline',
  'Withdraw',
  'Withdraw',
  'Promote',
  'ClaimDraw',
  'JoinGame',
  'LeaveGame',
] as const;
const RARE = [
  'CreateGame',
  'ConfigureGame',
  'StartGame',
  'StopGame',
  'Resign',
  'Abort',
  'ClaimVictory',
  'FlagFall',
  'ResumeClocks',
  'FailRules',
] as const;
const FINAL: readonly string[] = ['StopGame', 'Resign', 'Abort', 'FailRules', 'ClaimVictory'];
const ATTEMPTS = [...MOVES, ...FREQUENT, ...RARE] as const;

export const anyAttempt: fc.Arbitrary<Attempt> = fc.record({
  what: fc.constantFrom(...ATTEMPTS),
  who: fc.constantFrom('mover', 'mover', 'white', 'black', 'stranger', 'server'),
  as: fc.constantFrom<(Color | undefined)[]>(undefined, undefined, undefined, undefined, 'white', 'black'),
  pick: fc.nat(9_999),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0, 0, -500, 40_000)),
  lagMs: fc.oneof(fc.integer({ min: 0, max: 800 }), fc.constantFrom(Number.NaN, -1, 1e9)),
});

/** Configurations of every kind; for standard chess also start positions close to the end. */
export const anyConfiguration = (ruleset: string): fc.Arbitrary<GameConfiguration> =>
  fc
    .record({
      clock: fc.constantFrom<GameConfiguration['clock'][]>(
        { kind: 'none' },
        { kind: 'per-move', moveMs: 30_000 as Millis },
        { kind: 'per-player', playerMs: 60_000 as Millis, incrementMs: 0 as Millis },
        { kind: 'per-player', playerMs: 5_000 as Millis, incrementMs: 2_000 as Millis },
        { kind: 'days-per-move', days: 1 },
      ),
      position: fc.constantFrom(undefined, ...(ruleset === 'standard' ? LATE_POSITIONS : [])),
      profile: fc.constantFrom<Profile[]>('lichess', 'fide'),
      autoStart: fc.boolean(),
      hotSeat: fc.boolean(),
      openSeats: fc.boolean(),
      isFirstMoveFree: fc.boolean(),
    })
    .map(({ position, profile, openSeats, isFirstMoveFree, ...options }) =>
      configure({
        ...options,
        ...(isFirstMoveFree && options.clock.kind !== 'none' ? { firstMoveMs: 30_000 as Millis } : {}),
        ruleset: ruleset as RulesetId,
        openSeats: openSeats && options.clock.kind === 'none',
        setup: position === undefined ? { profile } : { position, profile },
        seats: options.hotSeat ? { white: PLAYERS.white, black: PLAYERS.white } : { white: PLAYERS.white, black: null },
        abandonedAfterMs: 1_000 as Millis,
      }),
    );

const LATE_POSITIONS = ['4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1', '7k/8/8/8/8/8/8/KR6 b - - 98 90'];

/** The scene after an attempt; after a refusal only the time differs. */
export function afterAttempt(scene: Scene, attempt: Attempt, configuration: GameConfiguration): Scene {
  const before = { ...scene, now: later(scene.now, attempt.afterMs) };
  const more: ExtraInput = { lagMs: attempt.lagMs, absentMs: { black: (attempt.pick % 2_000) as Millis } };
  const result = play(before, commandOf(before, attempt, configuration), more);
  return result.ok ? result.value : before;
}

function commandOf(scene: Scene, attempt: Attempt, configuration: GameConfiguration): Command {
  const { pick } = attempt;
  const what = FINAL.includes(attempt.what) && pick % 5 > 0 ? 'PlayMove' : attempt.what;
  const by = actorOf(scene, attempt);
  const as = attempt.as === undefined ? {} : { as: attempt.as };
  const offer =
    OFFER_KINDS.find((kind) => scene.game.offers[kind] !== null && pick % 4 > 0) ??
    OFFER_KINDS[pick % OFFER_KINDS.length]!;
  const person = by === SERVER ? STRANGER : by;
  switch (what) {
    case 'CreateGame':
      return { type: what, by, game: THIS_GAME };
    case 'ConfigureGame':
      return { type: what, by, configuration };
    case 'JoinGame':
      return { type: what, by: person, ...(attempt.as === undefined ? {} : { color: attempt.as }) };
    case 'PlayMove':
      return { type: what, by, move: moveOf(scene, pick), ...(pick % 7 === 0 ? { ply: (pick % 5) as Ply } : {}) };
    case 'Promote':
      return { type: what, by, role: ['queen', 'rook', 'king'][pick % 3]! };
    case 'Offer':
    case 'Accept':
    case 'Decline':
    case 'Withdraw':
      return { type: what, by, what: offer, ...as };
    case 'LeaveGame':
    case 'Resign':
    case 'ClaimVictory':
      return { type: what, by, ...as };
    case 'ResumeClocks':
      return { type: what, by, downSince: longAgo(scene.now, pick) };
    case 'FailRules':
      return { type: what, by, why: 'script/timeout' };
    default:
      return { type: what, by };
  }
}

function actorOf({ game }: Scene, { who }: Attempt): Command['by'] {
  if (who === 'server') return SERVER;
  if (who === 'stranger') return STRANGER;
  const color = who === 'mover' ? (game.board?.turn ?? 'white') : who;
  return game.seats[color] ?? PLAYERS[color];
}

/** Mostly a legal move; one in three is cut to two squares, so that promotions lack their role. */
function moveOf({ referee, game }: Scene, pick: number): string {
  const choices = publicView(referee, game)?.choices ?? [];
  const legal = listMoves(referee.about, choices);
  const move = legal[pick % (legal.length + 1)] ?? 'e2e5';
  return pick % 3 === 0 ? move.slice(0, 4) : move;
}

const longAgo = (now: Instant, pick: number): Instant => later(now, 500 - pick);
