import type { ClockSetting, Millis } from '@chessmith/game';
import { json, ok, type Result } from '@chessmith/std';
import { GUEST_NAME, type Player, teamReader } from './pieces.js';

export type Duration = { readonly value: number; readonly unit: string };
export type TimeConstraint = { readonly type: 'NoLimit' | 'MoveLimit' | 'PlayerLimit'; readonly time: Duration | null };
export type Configuration = {
  readonly timeConstraint: TimeConstraint;
  readonly gameMode: 'PVP' | 'PVE';
  readonly whitePlayer: Player | null;
  readonly blackPlayer: Player | null;
  readonly gameId: string | null;
  readonly isPrivate: boolean;
};

const NANOS_PER: { readonly [unit: string]: number } = {
  NANOSECONDS: 1,
  MICROSECONDS: 1e3,
  MILLISECONDS: 1e6,
  SECONDS: 1e9,
  MINUTES: 60e9,
  HOURS: 3600e9,
  DAYS: 86_400e9,
};
const MINUTE_MS = 60_000;
/** Minutes of a time constraint that names no time. */
const USUAL_MINUTES = { MoveLimit: 5, PlayerLimit: 30 } as const;
const MOST_MINUTES = 30 * 1440;

const whole = json.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const longText = json.atLeast({ $numberLong: json.string({ pattern: /^\d{1,15}$/ }) });
const duration = json.atLeast({
  value: json.oneOf(
    whole,
    json.refine(longText, ({ $numberLong }) => Number($numberLong), 'a whole number'),
  ),
  unit: json.refine(
    json.string({ maxLength: 20 }),
    (text) => (Object.hasOwn(NANOS_PER, text.toUpperCase()) ? text.toUpperCase() : undefined),
    'a unit of time',
  ),
});
/** Rounds to whole minutes, at least one. The original accepts less and then cannot start the game. */
const minutes = json.refine(
  duration,
  ({ value, unit }) => {
    const count = Math.floor((value * NANOS_PER[unit]!) / NANOS_PER.MINUTES!);
    return count >= 1 && count <= MOST_MINUTES ? count : undefined;
  },
  'a whole number of minutes, up to 30 days',
);
const constraint = json.atLeast({
  type: json.literal('NoLimit', 'MoveLimit', 'PlayerLimit'),
  time: json.optional(json.nullable(minutes)),
});
export const playerReader = json.atLeast({
  team: teamReader,
  name: json.optional(json.nullable(json.string({ maxLength: 100 }))),
});
const reader = json.atLeast({
  timeConstraint: json.optional(json.nullable(constraint)),
  gameMode: json.optional(json.nullable(json.literal('PVP', 'PVE'))),
  whitePlayer: json.optional(json.nullable(playerReader)),
  blackPlayer: json.optional(json.nullable(playerReader)),
  gameId: json.optional(json.nullable(json.string({ maxLength: 64 }))),
  isPrivate: json.optional(json.nullable(json.boolean())),
});

/** A requested configuration, with the defaults of the original. `gameId` null means any id. */
export function readConfiguration(value: unknown): Result<Configuration, json.JsonProblem> {
  const read = json.readJson(reader, value);
  if (!read.ok) return read;
  const { timeConstraint, gameMode, whitePlayer, blackPlayer, gameId, isPrivate } = read.value;
  return ok({
    timeConstraint: constraintOf(timeConstraint?.type ?? 'NoLimit', timeConstraint?.time ?? undefined),
    gameMode: gameMode ?? 'PVP',
    whitePlayer: whitePlayer ? { name: whitePlayer.name || GUEST_NAME, team: 'WHITE' } : null,
    blackPlayer: blackPlayer ? { name: blackPlayer.name || GUEST_NAME, team: 'BLACK' } : null,
    gameId: gameId || null,
    isPrivate: isPrivate ?? false,
  });
}

function constraintOf(type: TimeConstraint['type'], minutes?: number): TimeConstraint {
  if (type === 'NoLimit') return { type, time: null };
  return { type, time: { value: minutes ?? USUAL_MINUTES[type], unit: 'MINUTES' } };
}

/** The clock of a time constraint: minutes, without increments. */
export function clockOf({ type, time }: TimeConstraint): ClockSetting {
  const ms = ((time?.value ?? 0) * MINUTE_MS) as Millis;
  switch (type) {
    case 'NoLimit':
      return { kind: 'none' };
    case 'MoveLimit':
      return { kind: 'per-move', moveMs: ms };
    case 'PlayerLimit':
      return { kind: 'per-player', playerMs: ms, incrementMs: 0 as Millis };
  }
}

/** The time constraint that is nearest to a clock. */
export function timeConstraintOf(clock: ClockSetting): TimeConstraint {
  const minutes = (ms: number) => ({ value: Math.floor(ms / MINUTE_MS), unit: 'MINUTES' });
  switch (clock.kind) {
    case 'none':
      return { type: 'NoLimit', time: null };
    case 'per-move':
      return { type: 'MoveLimit', time: minutes(clock.moveMs) };
    case 'per-player':
      return { type: 'PlayerLimit', time: minutes(clock.playerMs) };
    case 'days-per-move':
      return { type: 'MoveLimit', time: minutes(clock.days * 1440 * MINUTE_MS) };
  }
}

/** A duration in whole seconds, rounded up: it is zero only when no time is left. */
export const secondsOf = (ms: number): Duration => ({ value: Math.ceil(ms / 1000), unit: 'SECONDS' });
