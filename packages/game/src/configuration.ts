import type { Refusal, Setup } from '@chessmith/rules';
import { unless } from './check/check.js';
import { type ClockSetting, clockProblem, NO_CLOCK } from './clock/setting.js';
import type { GameId, PersonId, RulesetId } from './ids.js';
import type { Sides } from './sides.js';
import type { Millis, Ply } from './units.js';

/** One room for all, separate rooms for players and watchers, or none. */
export type ChatSetting = 'one-room' | 'separate-rooms' | 'off';

/** All that is agreed before a game begins. */
export type GameConfiguration = {
  readonly ruleset: RulesetId;
  readonly setup: GameSetup;
  readonly clock: ClockSetting;
  /** Who sits from the start; an empty seat is null. */
  readonly seats: Sides<PersonId | null>;
  /** Whether the empty seat is meant for a computer. */
  readonly against: 'people' | 'computer';
  readonly isPrivate: boolean;
  readonly isRated: boolean;
  /** Begins by itself when both seats are taken; otherwise it waits for `StartGame`. */
  readonly autoStart: boolean;
  /** One person may hold both seats. */
  readonly hotSeat: boolean;
  /** May run with an empty seat, and the seat of a player who leaves is offered again. Only without a clock. */
  readonly openSeats: boolean;
  readonly chat: ChatSetting;
  /** How long a player must have been away before the opponent may claim the game; null for never. */
  readonly abandonedAfterMs: Millis | null;
  /**
   * For how long each side may think about its first move, which is free: its clock stands, and when this is over the game
   * is aborted. Absent where clocks run from the start.
   */
  readonly firstMoveMs?: Millis;
  readonly origin: Origin | null;
};

/** A game is no analysis board, so its set-up is never free. */
export type GameSetup = Omit<Setup, 'free'>;

/** Where a game comes from, if from another one. */
export type Origin =
  | { readonly kind: 'rematch'; readonly of: GameId }
  | { readonly kind: 'fork'; readonly of: GameId; readonly ply: Ply };

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** A configuration with everything that is not said filled in. */
export function configure(said: Partial<GameConfiguration> & Pick<GameConfiguration, 'ruleset'>): GameConfiguration {
  const clock = said.clock ?? NO_CLOCK;
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
    abandonedAfterMs: usualPatienceMs(clock),
    ...said,
    clock,
  };
}

/** Days-per-move games need no patience: there the flag decides. A game without a clock may be played over weeks. */
function usualPatienceMs({ kind }: ClockSetting): Millis | null {
  if (kind === 'days-per-move') return null;
  return (kind === 'none' ? 14 * DAY_MS : MINUTE_MS) as Millis;
}

/** Why a game cannot be played like this, if so. */
export function configurationProblem(configuration: GameConfiguration): Refusal | null {
  const { clock, seats, hotSeat, openSeats } = configuration;
  const wrongClock = clockProblem(clock);
  const isOnePerson = seats.white !== null && seats.white === seats.black;
  return (
    unless(wrongClock === undefined, 'game/bad-clock', `The clock cannot be set: ${wrongClock}.`) ??
    unless(
      !openSeats || clock.kind === 'none',
      'game/open-seats-need-no-clock',
      'A game that runs with empty seats has no clock.',
    ) ??
    unless(!isOnePerson || hotSeat, 'game/already-playing', 'One person holds both seats only in a hot-seat game.')
  );
}
