import type { Color, GameRecord } from '@chessmith/rules';
import type { GameConfiguration } from './configuration.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import type { Instant, Ply } from './units.js';

/** The server as an actor: it flags players, and sends commands for which another package has checked the permission. */
export const SERVER = 'server';
export type Actor = PersonId | typeof SERVER;

/** The things on which two players may agree. */
export const OFFER_KINDS = ['draw', 'takeback', 'rematch'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** A request to change a game. `as` names the seat that acts; without it, a sender who holds both seats acts for the side to move. */
export type Command = { readonly by: Actor } & (
  | { readonly type: 'CreateGame'; readonly game: GameId; readonly alias?: Alias; readonly joinCode?: JoinCode }
  /**
   * `start` is a start position that the server has already recorded, as for a fork; clients cannot set it. `alias` names a
   * game that was created without one.
   */
  | {
      readonly type: 'ConfigureGame';
      readonly configuration: GameConfiguration;
      readonly start?: GameRecord;
      readonly alias?: Alias;
    }
  | { readonly type: 'JoinGame'; readonly color?: Color }
  | { readonly type: 'LeaveGame'; readonly as?: Color }
  | { readonly type: 'StartGame' }
  | { readonly type: 'StopGame' }
  /** `ply` is the number of half-moves that the sender has seen; a move for another position is refused. */
  | { readonly type: 'PlayMove'; readonly move: string; readonly ply?: Ply | undefined }
  | { readonly type: 'Promote'; readonly role: string }
  | { readonly type: 'Offer'; readonly what: OfferKind; readonly as?: Color }
  | { readonly type: 'Accept'; readonly what: OfferKind; readonly as?: Color }
  | { readonly type: 'Decline'; readonly what: OfferKind; readonly as?: Color }
  | { readonly type: 'Withdraw'; readonly what: OfferKind; readonly as?: Color }
  | { readonly type: 'Resign'; readonly as?: Color }
  | { readonly type: 'Abort' }
  | { readonly type: 'ClaimDraw' }
  | { readonly type: 'ClaimVictory'; readonly as?: Color }
  /** The server sends this after `deadlineOf(game)`, with the key `flag:<version>`. */
  | { readonly type: 'FlagFall' }
  /** The server sends this after a restart; `downSince` is its last stored heartbeat. */
  | { readonly type: 'ResumeClocks'; readonly downSince: Instant }
  /** The server sends this when the ruleset's script no longer works. */
  | { readonly type: 'FailRules'; readonly why: string }
);

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;
