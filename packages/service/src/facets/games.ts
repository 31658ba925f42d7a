import type {
  Actor,
  ChatSetting,
  ClockSetting,
  Command,
  FactType,
  GameConfiguration,
  GameId,
  GameSetup,
  Instant,
  JoinCode,
  Millis,
  Ply,
  Situation,
  Version,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color } from '@chessmith/rules';
import type { GamePage, GameSearch, ListedGame, Page } from '../ports/index.js';
import type { ServiceResult } from './result.js';

/** Creates, changes and finds games. */
export interface Games {
  /** Creates a game and configures it in the same commit, unless `configureLater` is set. */
  create(by: Actor, options: GameOptions, delivery?: Delivery): ServiceResult<CreationReceipt>;
  /**
   * Creates a game that continues from a position of another one, with its rules and, unless the options differ, its
   * clock.
   */
  fork(
    by: Actor,
    from: { readonly game: GameId; readonly ply: Ply },
    options: GameOptions,
    delivery?: Delivery,
  ): ServiceResult<CreationReceipt>;
  /** Executes a command. A success means that its facts are durable and every reader sees them. */
  command(by: Actor, game: GameId, command: GameCommand, delivery?: Delivery): ServiceResult<CommandReceipt>;
  /** Cancels a game that waits for players. A game that has started is not affected, unless its flag has fallen. */
  cancelWaiting(game: GameId): ServiceResult<CommandReceipt>;

  findById(id: GameId): ServiceResult<ListedGame>;
  /** The unfinished game with this alias. A private game is found only by its host and its players. */
  findByAlias(alias: string, viewer: PersonId | null): ServiceResult<ListedGame>;
  /**
   * The unfinished game with this alias, public or private: in the Chess Game Service API the alias is the game's id.
   */
  findByExternalId(alias: string): ServiceResult<ListedGame>;
  findByJoinCode(code: JoinCode): ServiceResult<ListedGame>;
  /**
   * A random public game with a free seat, waiting or running, in which this person has no part. Prefers games where
   * `seat` is free, then games that somebody is connected to.
   */
  findPublic(
    search: Pick<GameSearch, 'ruleset'> & { readonly seat?: Color },
    person: PersonId | null,
  ): ServiceResult<ListedGame>;
  /** Public games, latest activity first. Leaves out waiting games in real time whose host is offline. */
  list(search: GameSearch, page: Page): Promise<GamePage>;
  /** The games of a person: all for themselves, the public ones for others. */
  listOf(person: PersonId, viewer: PersonId | null, search: GameSearch, page: Page): ServiceResult<GamePage>;
}

/** How a command was sent. */
export type Delivery = {
  /** The idempotency key. Without one the server generates it, and a repeated command is a new one. */
  readonly key?: string;
  /** False: refuse with `game/busy` at once if the game handles another command. */
  readonly wait?: boolean;
  /** Network delay of the sender, measured by the server. */
  readonly lagMs?: number;
};

/** The commands of people and adapters. The others belong to the server, and `create` creates games. */
export type GameCommand =
  | CommandInput<Exclude<Command['type'], 'CreateGame' | 'ConfigureGame' | 'FlagFall' | 'ResumeClocks' | 'FailRules'>>
  | {
      readonly type: 'ConfigureGame';
      readonly options: Omit<GameOptions, 'configureLater'>;
    };
type CommandInput<T extends Command['type']> = T extends unknown
  ? Omit<Extract<Command, { readonly type: T }>, 'by'>
  : never;

/** The result of an accepted command; a repeated command gets the same receipt. */
export type CommandReceipt = {
  readonly game: GameId;
  readonly version: Version;
  readonly at: Instant;
  /** The types of the facts it added, in order. */
  readonly facts: readonly FactType[];
  readonly situation: Situation;
  readonly ply: Ply;
  /** The rematch, once both players have agreed. */
  readonly next?: GameId;
};

export type CreationReceipt = CommandReceipt & {
  readonly joinCode: JoinCode;
  readonly seats: GameConfiguration['seats'];
};

/** A clock per player without `incrementMs` has no increment. */
export type ClockOptions =
  | ClockSetting
  | { readonly kind: 'per-player'; readonly playerMs: Millis; readonly incrementMs?: never };

/** The options of a new game; all are optional. */
export type GameOptions = {
  /** Default: `standard`. */
  readonly ruleset?: string;
  readonly setup?: GameSetup;
  readonly clock?: ClockOptions;
  /** The creator's side. Default: random; both sides in a hot seat game; none for the server. */
  readonly side?: Color | 'random' | 'both' | 'none';
  /** Instead of `side`, the players of both seats. A person may seat only themselves, the server anybody. */
  readonly seats?: { readonly white?: PersonId | null; readonly black?: PersonId | null };
  /** `computer` is refused for people: no computer plays yet. */
  readonly against?: 'people' | 'computer';
  readonly isPrivate?: boolean;
  readonly isRated?: boolean;
  readonly autoStart?: boolean;
  readonly hotSeat?: boolean;
  readonly openSeats?: boolean;
  readonly chat?: ChatSetting;
  readonly abandonedAfterMs?: Millis | null;
  readonly alias?: string;
  /** Creates the game without configuration; `ConfigureGame` follows. Only `alias` may be set beside it. */
  readonly configureLater?: boolean;
};
