import type { Refusal, Setup } from '@chessmith/rules';
import { type ClockSetting, clockProblem, NO_CLOCK } from './clock/setting.js';
import type { GameId, PersonId, RulesetId } from './ids.js';
import type { Sides } from './sides.js';
import type { Millis, Ply } from './units.js';
import { unless } from './unless.js';

/** One chat room for all, a chat room for players and another for watchers, or no chat. */
export type ChatSetting = 'one-room' | 'separate-rooms' | 'off';

/** Everything that is fixed before a game starts. */
export type GameConfiguration = {
  readonly ruleset: RulesetId;
  readonly setup: GameSetup;
  readonly clock: ClockSetting;
  /** The players at creation; null for an empty seat. */
  readonly seats: Sides<PersonId | null>;
  /** The kind of opponent that the empty seat waits for. */
  readonly against: 'people' | 'computer';
  readonly isPrivate: boolean;
  readonly isRated: boolean;
  /** The game starts as soon as both seats are taken; otherwise it waits for `StartGame`. */
  readonly autoStart: boolean;
  /** One person may hold both seats. */
  readonly hotSeat: boolean;
  /** The game may run with an empty seat, and players may leave and join while it runs. Needs a game without a clock. */
  readonly openSeats: boolean;
  readonly chat: ChatSetting;
  /** How long a player must be disconnected before the opponent may claim a win; null for never. */
  readonly abandonedAfterMs: Millis | null;
  /**
   * Time for each side's first move. The clock does not run meanwhile; when this time is over, the game is aborted. Absent
   * if clocks run from the start.
   */
  readonly firstMoveMs?: Millis;
  readonly origin: GameOrigin | null;
};

/** Games cannot use the `free` set-up, which is for analysis boards. */
export type GameSetup = Omit<Setup, 'free'>;

/** The game that this one continues. */
export type GameOrigin =
  | { readonly kind: 'rematch'; readonly of: GameId }
  | { readonly kind: 'fork'; readonly of: GameId; readonly ply: Ply };

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** Completes a configuration with the defaults. */
export function configure(options: Partial<GameConfiguration> & Pick<GameConfiguration, 'ruleset'>): GameConfiguration {
  const clock = options.clock ?? NO_CLOCK;
  return {
    setup: {},
    seats: { white: null, black: null },
    against: 'people',
    isPrivate: false,
    isRated: false,
    autoStart: true,
    hotSeat: false,
    openSeats: false,
    chat: 'one-room',
    origin: null,
    abandonedAfterMs: defaultAbandonedAfterMs(clock),
    ...options,
    clock,
  };
}

/** In days-per-move games only the clock decides. Games without a clock may last for weeks. */
function defaultAbandonedAfterMs({ kind }: ClockSetting): Millis | null {
  if (kind === 'days-per-move') return null;
  return (kind === 'none' ? 14 * DAY_MS : MINUTE_MS) as Millis;
}

/** Why this configuration is invalid; null if it is valid. */
export function configurationProblem(configuration: GameConfiguration): Refusal | null {
  const { clock, seats, hotSeat, openSeats } = configuration;
  const clockError = clockProblem(clock);
  const isOnePerson = seats.white !== null && seats.white === seats.black;
  return (
    unless(clockError === undefined, 'game/bad-clock', `Invalid clock: ${clockError}.`, {
      detail: clockError ?? null,
    }) ??
    unless(
      !openSeats || clock.kind === 'none',
      'game/clock-with-open-seats',
      'A game with open seats cannot have a clock.',
    ) ??
    unless(!isOnePerson || hotSeat, 'game/already-playing', 'Only in a hot-seat game may one person hold both seats.')
  );
}
