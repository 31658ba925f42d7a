import type { Color, Happening, Json } from '@chessmith/rules';
import type { ClockReadings } from './clock/clocks.js';
import type { Actor } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import type { GameEnd } from './end.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import type { Instant, Millis, Ply } from './units.js';

/**
 * A stored event of a game, never changed. The state before and the fact alone determine the state after, without a clock,
 * random numbers or scripts. Facts name people by id only. A `secret` part leaves the server only after the game has ended
 * (`publicFact`).
 */
export type Fact = {
  [T in FactType]: { readonly type: T; readonly v: number; readonly at: Instant } & FactBodies[T];
}[FactType];

export type FactOf<T extends FactType> = Extract<Fact, { readonly type: T }>;
export type FactType = keyof FactBodies;

export type FactBodies = {
  GameCreated: {
    readonly game: GameId;
    /** Null if the server created the game. */
    readonly host: PersonId | null;
    readonly alias: Alias | null;
    readonly secret?: { readonly joinCode: JoinCode };
  };
  /** `start` and `secret` are the referee's record of the start position; `alias` is set if the game got its name here. */
  GameConfigured: {
    readonly alias?: Alias;
    readonly configuration: GameConfiguration;
    readonly start: Json;
    readonly turn: Color;
    readonly secret?: Json;
  };
  PlayerJoined: { readonly color: Color; readonly person: PersonId };
  PlayerLeft: { readonly color: Color; readonly person: PersonId };
  GameStarted: { readonly clocks: ClockReadings | null };
  /** `record` and `secret` are the referee's input for replaying the move; `turn` is the side that moves next. */
  MovePlayed: {
    readonly color: Color;
    readonly ply: Ply;
    readonly notation: string;
    readonly record: Json;
    readonly happened: readonly Happening[];
    readonly usedChance: boolean;
    readonly turn: Color;
    readonly tookMs: Millis;
    readonly clocks: ClockReadings | null;
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
  DrawDeclined: OfferClosed;
  DrawWithdrawn: OfferClosed;
  /** `plies` is the number of plies to undo until the offering side is to move again. */
  TakebackOffered: { readonly color: Color; readonly plies: number };
  TakebackAccepted: {
    readonly color: Color;
    readonly plies: number;
    readonly turn: Color;
    readonly clocks: ClockReadings | null;
  };
  TakebackDeclined: OfferClosed;
  TakebackWithdrawn: OfferClosed;
  RematchOffered: { readonly color: Color };
  RematchAccepted: { readonly color: Color; readonly next: GameId };
  RematchDeclined: OfferClosed;
  RematchWithdrawn: OfferClosed;
  PlayerResigned: { readonly color: Color };
  GameAborted: { readonly color: Color };
  GameStopped: { readonly by: Actor };
  DrawClaimed: { readonly color: Color };
  VictoryClaimed: { readonly color: Color; readonly absentMs: Millis };
  FlagFell: { readonly color: Color };
  /** The side that missed the deadline of its free first move. */
  FirstMoveMissed: { readonly color: Color };
  ClocksResumed: { readonly downSince: Instant; readonly clocks: ClockReadings };
  GameEnded: { readonly end: GameEnd; readonly clocks: ClockReadings | null };
};

/** An offer that was not accepted: a player declined or withdrew it (`said`), or a move cancelled it (`move`). */
type OfferClosed = { readonly color: Color; readonly how: 'said' | 'move' };

/** The current schema version of each fact. */
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

/** Creates a fact in its current schema version. */
export function fact<T extends FactType>(type: T, at: Instant, body: FactBodies[T]): FactOf<T> {
  return { type, v: FACT_VERSIONS[type], at, ...body } as unknown as FactOf<T>;
}
