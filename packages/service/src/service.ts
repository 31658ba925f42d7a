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
 * Every use case of the server. What goes in and out is plain JSON; ids are parsed by whoever calls (`parseGameId` …).
 * A "no" is returned with its code and, for commands, the step that said it. Exceptions mean that we were wrong.
 */
export interface Service extends Rulesets {
  /** Makes a game and, unless told to wait, configures it in the same commit. */
  createGame(by: Actor, options: GameOptions, delivery?: Delivery): ServiceResult<CreationReceipt>;
  /** Makes a game that goes on from a position of another one: same rules and clock, unless the wish says otherwise. */
  forkGame(
    by: Actor,
    from: { readonly game: GameId; readonly ply: Ply },
    options: GameOptions,
    delivery?: Delivery,
  ): ServiceResult<CreationReceipt>;
  /** Stops a game that still waits for players; one that has begun goes on. */
  cancelWaiting(game: GameId): ServiceResult<CommandReceipt>;
  /** Gives an order to a game. When it resolves with yes, the facts are durable and everyone reads them. */
  command(by: Actor, game: GameId, command: GameCommand, delivery?: Delivery): ServiceResult<CommandReceipt>;

  /** The game as this person sees it now; null for somebody unknown. */
  game(id: GameId, person: PersonId | null): ServiceResult<GameView>;
  /** The same as JSON, of which most is kept until the next fact. */
  gameText(id: GameId, person: PersonId | null): ServiceResult<string>;
  /** What the clocks of a game show now; null where it has none. */
  clocks(id: GameId): ServiceResult<GameView['clocks']>;
  /** What the piece on this square may do now; refused unless a move could be played. */
  findMoves(game: GameId, from: string): ServiceResult<readonly Choice[]>;
  findById(id: GameId): ServiceResult<ListedGame>;
  /** The unfinished game of this alias; a private one for its own people only. */
  findByAlias(alias: string, viewer: PersonId | null): ServiceResult<ListedGame>;
  /** The same, private or not: for a contract in which the alias is the id of the game. */
  findByExternalId(alias: string): ServiceResult<ListedGame>;
  findByJoinCode(code: JoinCode): ServiceResult<ListedGame>;
  /**
   * Some public game that waits for a player, or is played with a free seat, and not one of this person's; by lot, so that all get their chance. If there is one
   * where the wished seat is free, it is such a game, and among those one whose people are here, if there is one.
   */
  findPublicGame(
    search: Pick<GameSearch, 'ruleset'> & { readonly seat?: Color },
    person: PersonId | null,
  ): ServiceResult<ListedGame>;
  /** Public games, the latest activity first; without those in real time that wait for players while their host is gone. */
  listGames(search: GameSearch, page: Page): Promise<GamePage>;
  /** Games of a person: the public ones for others, all of them for themselves. */
  gamesOf(person: PersonId, viewer: PersonId | null, search: GameSearch, page: Page): ServiceResult<GamePage>;
  /** What happened, without what is secret while the game goes on. */
  facts(game: GameId, which?: FactFilter): ServiceResult<readonly NumberedFact[]>;
  /** The same page by page, each read when it is asked for. */
  factPages(game: GameId, which?: FactFilter): ServiceResult<FactPages>;
  pgn(game: GameId): ServiceResult<string>;
  /** Games one after the other, read while they are written out; a game that cannot be read is left out. */
  pgnOfMany(which: GameSelection): AsyncIterable<string>;
  /** Answers a question of seed 002, from the cache where it is known. */
  query<N extends QueryName>(query: Query<N>, viewer?: PersonId | null): ServiceResult<QueryResult<N>>;

  /**
   * Hears of a game: first once what was missed after `after` or a snapshot, then what happens, in order and without
   * gaps. A listener that throws is not called again.
   */
  subscribe(options: SubscribeOptions, onEvent: OnSubscriptionEvent): ServiceResult<Subscription>;
  /** Publishes something fleeting, such as an error for those who watch. It is not replayed. */
  publish(game: GameId, node: NewsNode, payload: unknown): void;
  /** A person has connected to the server; they count as here until it is closed and a minute beyond. */
  connect(person: PersonId): Connection;
  /** Whether a person is connected, or was, or asked for something within the last minute. */
  isOnline(person: PersonId): boolean;
  /** Says that somebody is here, a player or a watcher, until the returned `leave` is called. */
  enter(game: GameId, person: PersonId | null): ServiceResult<PresenceHandle>;
  presenceOf(game: GameId): Presence;
  /** Takes what somebody asks for as a sign of life: a player who gives some now and then has not left. */
  touch(game: GameId, person: PersonId): void;

  /** Says something beside a game, once for each key: who repeats it is given the line that was said. */
  say(by: PersonId, game: GameId, input: ChatInput, delivery?: Pick<Delivery, 'key'>): ServiceResult<ChatLine>;
  /** The newest lines of the rooms that this person may read. */
  chat(
    game: GameId,
    person: PersonId | null,
    which?: { readonly after?: number; readonly limit?: number },
  ): ServiceResult<readonly ChatLine[]>;

  /** A new guest. The token is shown this once; only its hash is kept. */
  createGuest(input: { readonly name?: string }): ServiceResult<{ readonly person: Person; readonly token: string }>;
  authenticate(token: string): ServiceResult<Person>;
  renamePerson(person: PersonId, name: string | null): ServiceResult<Person>;
  person(id: PersonId): ServiceResult<Person>;
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;

  readiness(): Readiness;
  /** Numbers for those who watch the server. */
  gauges(): Gauges;
  /** Finishes what was asked for and stops all timers; the store stays open. */
  close(): Promise<void>;
}

export type ServiceResult<T> = Promise<Result<T, ServiceRefusal>>;

export type ServiceRefusal = Refusal & { readonly step?: CheckName };

/** How a command came. */
export type Delivery = {
  /** The idempotency key; without one the server makes one, and a repetition is another command. */
  readonly key?: string;
  /** With false, a game that is busy with another command answers `game/busy` at once. */
  readonly wait?: boolean;
  /** Network delay of the sender as measured by the server. */
  readonly lagMs?: number;
};

/** What people and their programs may order. The rest is for the server alone, and creating has its own way in. */
export type GameCommand =
  | CommandInput<Exclude<Command['type'], 'CreateGame' | 'ConfigureGame' | 'FlagFall' | 'ResumeClocks' | 'FailRules'>>
  | {
      readonly type: 'ConfigureGame';
      readonly options: Omit<GameOptions, 'configureLater'>;
    };
type CommandInput<T extends Command['type']> = T extends unknown
  ? Omit<Extract<Command, { readonly type: T }>, 'by'>
  : never;

/** Told again word for word when the command is repeated. */
export type CommandReceipt = {
  readonly game: GameId;
  readonly version: Version;
  readonly at: Instant;
  /** What it brought about, in order. */
  readonly facts: readonly FactType[];
  readonly situation: Situation;
  readonly ply: Ply;
  /** The rematch, once agreed. */
  readonly next?: GameId;
};

export type CreationReceipt = CommandReceipt & {
  readonly joinCode: JoinCode;
  readonly seats: GameConfiguration['seats'];
};

/** A clock per player has no increment unless it is said. */
export type ClockOptions =
  | ClockSetting
  | { readonly kind: 'per-player'; readonly playerMs: Millis; readonly incrementMs?: never };

/** What somebody wants to play; everything may be left out. */
export type GameOptions = {
  /** `standard` unless said otherwise. */
  readonly ruleset?: string;
  readonly setup?: GameSetup;
  readonly clock?: ClockOptions;
  /** Where its maker sits: by lot unless said otherwise; on both sides of a hot seat; the server sits nowhere. */
  readonly side?: Color | 'random' | 'both' | 'none';
  /** Who sits where, instead of `side`. The server seats anybody, a person nobody but themselves. */
  readonly seats?: { readonly white?: PersonId | null; readonly black?: PersonId | null };
  /** No computer plays yet, so that people who ask for one are refused. */
  readonly against?: 'people' | 'computer';
  readonly isPrivate?: boolean;
  readonly isRated?: boolean;
  readonly autoStart?: boolean;
  readonly hotSeat?: boolean;
  readonly openSeats?: boolean;
  readonly chat?: ChatSetting;
  readonly abandonedAfterMs?: Millis | null;
  readonly alias?: string;
  /** Leaves the game not configured until `ConfigureGame`. Nothing but the alias may be said beside it. */
  readonly configureLater?: boolean;
};

export type ChatInput = {
  readonly text: string;
  /** Where the speaker has their place unless said otherwise. */
  readonly room?: ChatRoom;
};

export type NumberedFact = { readonly version: Version; readonly fact: Fact };

/** Ends with the first page that cannot be read. */
export type FactPages = AsyncIterableIterator<Result<readonly NumberedFact[], ServiceRefusal>>;

export type GameSelection =
  | { readonly games: readonly GameId[] }
  | { readonly search: GameSearch }
  | { readonly of: PersonId; readonly viewer: PersonId | null; readonly search?: GameSearch };

export type SubscribeOptions = {
  readonly game: GameId;
  /** One or several; each brings its whole subtree. */
  readonly node: NewsNode | readonly NewsNode[];
  /** The last version the listener knows; without it, a snapshot comes. */
  readonly after?: Version;
  /** Who listens; decides which chat is heard and what the snapshot shows. */
  readonly person: PersonId | null;
  /** Whether the news of a fact brings along what this person sees of the board then, and may do. */
  readonly personalView?: boolean;
};

/** In the order in which it is to be told. */
export type SubscriptionEvent =
  | { readonly kind: 'missed'; readonly version: Version; readonly news: readonly News[] }
  | { readonly kind: 'snapshot'; readonly version: Version; readonly game: GameView }
  | NewsEvent;

/** What came of one fact, or one thing that is fleeting; whoever hears the same may get the same array. */
export type NewsEvent = {
  readonly kind: 'news';
  readonly news: readonly News[];
  /** A `PersonalView` as JSON, where it was wished for and a fact is the cause. */
  readonly personalView?: JsonText;
};

export type OnSubscriptionEvent = (event: SubscriptionEvent) => void;

export type Subscription = { readonly id: string; readonly version: Version; unsubscribe(): void };

export type { Connection };

export type PresenceHandle = { leave(): void };

/** Who is here. Watchers who are known are named; the others are counted. */
export type Presence = {
  readonly white: boolean;
  readonly black: boolean;
  readonly watchers: number;
  readonly people: readonly PersonId[];
  /** For how long each player has given no sign of life; 0 for one who is here. */
  readonly awayMs: Sides<number>;
};

export type Gauges = {
  readonly gamesInMemory: number;
  readonly subscriptions: number;
  readonly armedDeadlines: number;
  readonly subscribersBehind: number;
  readonly queriesAhead: number;
};
