import type {
  Actor,
  ChatSetting,
  CheckName,
  ClockSetting,
  Command,
  Fact,
  FactType,
  GameConfiguration,
  GameId,
  GameSetup,
  GameView,
  Instant,
  JoinCode,
  Millis,
  News,
  NewsNode,
  Ply,
  Sides,
  Situation,
  Version,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Choice, Color, Refusal } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Connection } from './people/online.js';
import type {
  ChatLine,
  ChatRoom,
  FactFilter,
  GamePage,
  GameSearch,
  JsonText,
  ListedGame,
  Page,
  Person,
  Readiness,
} from './ports/index.js';
import type { Query, QueryName, QueryResult } from './queries/query.js';
import type { Rulesets } from './rulesets/rulesets.js';

/**
 * All use cases of the server. Arguments and results are plain JSON; the caller parses ids (`parseGameId` …). Refusals
 * are returned with their code and, for commands, the failed check. A rejected promise means a bug or a broken disk.
 */
export interface Service extends Rulesets {
  /** Creates a game and configures it in the same commit, unless `configureLater` is set. */
  createGame(by: Actor, options: GameOptions, delivery?: Delivery): ServiceResult<CreationReceipt>;
  /**
   * Creates a game that continues from a position of another one, with its rules and, unless the options differ, its
   * clock.
   */
  forkGame(
    by: Actor,
    from: { readonly game: GameId; readonly ply: Ply },
    options: GameOptions,
    delivery?: Delivery,
  ): ServiceResult<CreationReceipt>;
  /** Cancels a game that waits for players. A game that has started is not affected, unless its flag has fallen. */
  cancelWaiting(game: GameId): ServiceResult<CommandReceipt>;
  /** Executes a command. A success means that its facts are durable and every reader sees them. */
  command(by: Actor, game: GameId, command: GameCommand, delivery?: Delivery): ServiceResult<CommandReceipt>;

  /** The game as this person sees it; null for an anonymous viewer. */
  game(id: GameId, person: PersonId | null): ServiceResult<GameView>;
  /** The game as this person sees it, as JSON text; most of it is cached until the next fact. */
  gameViewJson(id: GameId, person: PersonId | null): ServiceResult<string>;
  /** The clocks of a game now; null for a game without clocks. */
  clocks(id: GameId): ServiceResult<GameView['clocks']>;
  /** The moves of the piece on this square; refused unless a move could be played now. */
  findMoves(game: GameId, from: string): ServiceResult<readonly Choice[]>;
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
  findPublicGame(
    search: Pick<GameSearch, 'ruleset'> & { readonly seat?: Color },
    person: PersonId | null,
  ): ServiceResult<ListedGame>;
  /** Public games, latest activity first. Leaves out waiting games in real time whose host is offline. */
  listGames(search: GameSearch, page: Page): Promise<GamePage>;
  /** The games of a person: all for themselves, the public ones for others. */
  gamesOf(person: PersonId, viewer: PersonId | null, search: GameSearch, page: Page): ServiceResult<GamePage>;
  /** The facts of a game, without secret parts until the game has ended. */
  facts(game: GameId, which?: FactFilter): ServiceResult<readonly NumberedFact[]>;
  /** The facts of a game page by page, each read on demand. */
  factPages(game: GameId, which?: FactFilter): ServiceResult<FactPages>;
  pgn(game: GameId): ServiceResult<string>;
  /** Games one after the other, read while they are written. A game that cannot be read is left out. */
  pgnOfMany(which: GameSelection): AsyncIterable<string>;
  /** Runs a query; the result comes from the cache where possible. */
  query<N extends QueryName>(query: Query<N>, viewer?: PersonId | null): ServiceResult<QueryResult<N>>;

  /**
   * Subscribes to a game: first what was missed after `after`, or a snapshot; then all news in order and without gaps.
   * A callback that throws is removed.
   */
  subscribe(options: SubscribeOptions, onEvent: OnSubscriptionEvent): ServiceResult<Subscription>;
  /** Publishes transient news, such as an error for watchers; it is not replayed. */
  publish(game: GameId, node: NewsNode, payload: unknown): void;
  /** Counts a person as online until the connection is closed, and for a minute afterwards. */
  connect(person: PersonId): Connection;
  /** Whether a person is connected, or was connected or sent a request within the last minute. */
  isOnline(person: PersonId): boolean;
  /** Marks a player or watcher as present at the game until `leave` is called. */
  enter(game: GameId, person: PersonId | null): ServiceResult<PresenceHandle>;
  presenceOf(game: GameId): Presence;
  /** Records that a player has sent a request, so that they do not count as away. */
  touch(game: GameId, person: PersonId): void;

  /** Adds a chat line. A repeated key returns the line that was stored under it. */
  say(by: PersonId, game: GameId, input: ChatInput, delivery?: Pick<Delivery, 'key'>): ServiceResult<ChatLine>;
  /** The newest lines of the chat rooms that this person may read. */
  chat(
    game: GameId,
    person: PersonId | null,
    which?: { readonly after?: number; readonly limit?: number },
  ): ServiceResult<readonly ChatLine[]>;

  /** Creates a guest. The token is returned only here; the server keeps its hash. */
  createGuest(input: { readonly name?: string }): ServiceResult<{ readonly person: Person; readonly token: string }>;
  authenticate(token: string): ServiceResult<Person>;
  renamePerson(person: PersonId, name: string | null): ServiceResult<Person>;
  person(id: PersonId): ServiceResult<Person>;
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;

  readiness(): Readiness;
  /** Numbers for metrics. */
  gauges(): Gauges;
  /** Finishes pending work and stops all timers; the store stays open. */
  close(): Promise<void>;
}

export type ServiceResult<T> = Promise<Result<T, ServiceRefusal>>;

export type ServiceRefusal = Refusal & { readonly step?: CheckName };

/** How a command was sent. */
export type Delivery = {
  /** The idempotency key. Without one the server generates it, and a repeated command is a new one. */
  readonly key?: string;
  /** False: refuse with `game/busy` at once if the game handles another command. */
  readonly wait?: boolean;
  /** Network delay of the sender, measured by the server. */
  readonly lagMs?: number;
};

/** The commands of people and adapters. The others belong to the server, and `createGame` creates games. */
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

export type ChatInput = {
  readonly text: string;
  /** Default: the chat room of the speaker's role. */
  readonly room?: ChatRoom;
};

export type NumberedFact = { readonly version: Version; readonly fact: Fact };

/** Pages of facts; the first page that cannot be read is the last one. */
export type FactPages = AsyncIterableIterator<Result<readonly NumberedFact[], ServiceRefusal>>;

export type GameSelection =
  | { readonly games: readonly GameId[] }
  | { readonly search: GameSearch }
  | { readonly of: PersonId; readonly viewer: PersonId | null; readonly search?: GameSearch };

export type SubscribeOptions = {
  readonly game: GameId;
  /** The news nodes to subscribe to; each includes its subtree. */
  readonly node: NewsNode | readonly NewsNode[];
  /** The last version that the subscriber knows; without it, a snapshot comes first. */
  readonly after?: Version;
  /** The subscriber; decides which chat rooms are included and what the snapshot shows. */
  readonly person: PersonId | null;
  /** Adds the subscriber's own view of the board to the news of each fact. */
  readonly personalView?: boolean;
};

/** The events of a subscription: first `missed` or `snapshot`, then `news`. */
export type SubscriptionEvent =
  | { readonly kind: 'missed'; readonly version: Version; readonly news: readonly News[] }
  | { readonly kind: 'snapshot'; readonly version: Version; readonly game: GameView }
  | NewsEvent;

/** The news of one fact, or one transient item. Subscribers to the same nodes may share the array. */
export type NewsEvent = {
  readonly kind: 'news';
  readonly news: readonly News[];
  /** A `PersonalView` as JSON, if the subscription asks for it and a fact is the cause. */
  readonly personalView?: JsonText;
};

export type OnSubscriptionEvent = (event: SubscriptionEvent) => void;

export type Subscription = { readonly id: string; readonly version: Version; unsubscribe(): void };

export type { Connection };

export type PresenceHandle = { leave(): void };

/** The people connected to a game. Known watchers are named; anonymous ones are counted. */
export type Presence = {
  readonly white: boolean;
  readonly black: boolean;
  readonly watchers: number;
  readonly people: readonly PersonId[];
  /** How long each player has been away, in milliseconds; 0 while connected. */
  readonly awayMs: Sides<number>;
};

export type Gauges = {
  readonly gamesInMemory: number;
  readonly subscriptions: number;
  readonly armedDeadlines: number;
  readonly subscribersBehind: number;
  readonly queriesAhead: number;
};
