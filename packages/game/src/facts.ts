import type { Color, Happening, Json } from '@chessmith/rules';
import type { ClockFace } from './clock/clocks.js';
import type { Actor } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import type { Instant, Millis, Ply } from './units.js';

/**
 * What happened, as it is stored and never changed. A fact is complete: with it alone and the state before, the state
 * after is known, without a clock, dice or anybody's code. People are named by id only. What is `secret` leaves the
 * server only after the end (`publicFact`).
 */
export type Fact = {
  [T in FactType]: { readonly type: T; readonly v: number; readonly at: Instant } & FactBodies[T];
}[FactType];

export type FactOf<T extends FactType> = Extract<Fact, { readonly type: T }>;
export type FactType = keyof FactBodies;

export type FactBodies = {
  GameCreated: {
    readonly game: GameId;
    /** Null when the server itself made the game. */
    readonly host: PersonId | null;
    readonly alias: Alias | null;
    readonly secret?: { readonly joinCode: JoinCode };
  };
  /** `start` and `secret` are the referee's record of the start position; `alias` where the game was named only now. */
  GameConfigured: {
    readonly alias?: Alias;
    readonly configuration: GameConfiguration;
    readonly start: Json;
    readonly turn: Color;
    readonly secret?: Json;
  };
  PlayerJoined: { readonly color: Color; readonly person: PersonId };
  PlayerLeft: { readonly color: Color; readonly person: PersonId };
  GameStarted: { readonly clocks: ClockFace | null };
  /** `record` and `secret` are what the referee replays; `turn` is who moves next. */
  MovePlayed: {
    readonly color: Color;
    readonly ply: Ply;
    readonly notation: string;
    readonly record: Json;
    readonly happened: readonly Happening[];
    readonly usedChance: boolean;
    readonly turn: Color;
    readonly tookMs: Millis;
    readonly clocks: ClockFace | null;
    readonly secret?: Json;
  };
  PromotionAwaited: {
    readonly color: Color;
    readonly from: string;
    readonly to: string;
    readonly roles: readonly string[];
  };
  DrawOffered: { readonly color: Color };
  DrawAccepted: { readonly color: Color };
  DrawDeclined: Unanswered;
  DrawWithdrawn: Unanswered;
  /** `plies` would be taken back, so that the side that asks is to move again. */
  TakebackOffered: { readonly color: Color; readonly plies: number };
  TakebackAccepted: {
    readonly color: Color;
    readonly plies: number;
    readonly turn: Color;
    readonly clocks: ClockFace | null;
  };
  TakebackDeclined: Unanswered;
  TakebackWithdrawn: Unanswered;
  RematchOffered: { readonly color: Color };
  RematchAccepted: { readonly color: Color; readonly next: GameId };
  RematchDeclined: Unanswered;
  RematchWithdrawn: Unanswered;
  PlayerResigned: { readonly color: Color };
  GameAborted: { readonly color: Color };
  GameStopped: { readonly by: Actor };
  DrawClaimed: { readonly color: Color };
  VictoryClaimed: { readonly color: Color; readonly absentMs: Millis };
  FlagFell: { readonly color: Color };
  /** This side did not make its free first move in time. */
  FirstMoveMissed: { readonly color: Color };
  ClocksResumed: { readonly downSince: Instant; readonly clocks: ClockFace };
  GameEnded: { readonly end: GameEnd; readonly clocks: ClockFace | null };
};

/** An offer that came to nothing, in words or because a move went past it. */
type Unanswered = { readonly color: Color; readonly how: 'said' | 'move' };

/** The schema version in which each fact is written today. */
export const FACT_VERSIONS: { readonly [T in FactType]: number } = {
  GameCreated: 1,
  GameConfigured: 1,
  PlayerJoined: 1,
  PlayerLeft: 1,
  GameStarted: 1,
  MovePlayed: 1,
  PromotionAwaited: 1,
  DrawOffered: 1,
  DrawAccepted: 1,
  DrawDeclined: 1,
  DrawWithdrawn: 1,
  TakebackOffered: 1,
  TakebackAccepted: 1,
  TakebackDeclined: 1,
  TakebackWithdrawn: 1,
  RematchOffered: 1,
  RematchAccepted: 1,
  RematchDeclined: 1,
  RematchWithdrawn: 1,
  PlayerResigned: 1,
  GameAborted: 1,
  GameStopped: 1,
  DrawClaimed: 1,
  VictoryClaimed: 1,
  FlagFell: 1,
  FirstMoveMissed: 1,
  ClocksResumed: 1,
  GameEnded: 1,
};

/** Writes a fact in its present schema version. */
export function fact<T extends FactType>(type: T, at: Instant, body: FactBodies[T]): FactOf<T> {
  return { type, v: FACT_VERSIONS[type], at, ...body } as unknown as FactOf<T>;
}
