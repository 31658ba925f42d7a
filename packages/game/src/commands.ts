import type { Color, GameRecord } from '@chessmith/rules';
import type { GameConfiguration } from './configuration.js';
import type { Alias, GameId, JoinCode, PersonId } from './ids.js';
import type { Instant, Ply } from './units.js';

/** The server itself: it lets flags fall, and does what others were allowed to outside this room. */
export const SERVER = 'server';
export type Actor = PersonId | typeof SERVER;

/** What two players may agree on. */
export const OFFERS = ['draw', 'takeback', 'rematch'] as const;
export type OfferKind = (typeof OFFERS)[number];

/** An order. `as` names the seat it is given from; who holds both and names none speaks for the side to move. */
export type Command = { readonly by: Actor } & (
  | { readonly type: 'CreateGame'; readonly game: GameId; readonly alias?: Alias; readonly joinCode?: JoinCode }
  /**
   * `start` is the record of a start that the server knows, from which the game goes on; nobody wishes for one. A game may
   * get its name now instead of at its making.
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
  /** `ply` is how many half-moves the sender knew of; a move meant for another position is refused. */
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
  /** Given by the server when `deadlineOf` has passed, with the key `flag:<version>`. */
  | { readonly type: 'FlagFall' }
  /** Given by the server when it is back; `downSince` is the last sign of life before. */
  | { readonly type: 'ResumeClocks'; readonly downSince: Instant }
  /** Given by the server when the ruleset's script can no longer be asked. */
  | { readonly type: 'FailRules'; readonly why: string }
);

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;
