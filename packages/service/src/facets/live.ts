import type { GameId, GameView, News, NewsNode, PersonalView, Sides, Version } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { NumberedFact } from './queries.js';
import type { ServiceResult } from './result.js';

/** News of games as it happens, and the people who are connected to them. */
export interface Live {
  /**
   * Subscribes to a game: first what was missed after `after`, or a snapshot; then all news in order and without gaps.
   * A callback that throws is removed.
   */
  subscribe(options: SubscribeOptions, onEvent: OnSubscriptionEvent): ServiceResult<Subscription>;
  /**
   * Calls back with each fact that is stored from now on, in order and without its secret parts, before the command is
   * acknowledged. A fact may arrive twice. Returns the function that stops it.
   */
  follow(game: GameId, onFact: OnPublicFact): () => void;
  /** Publishes transient news, such as an error for watchers; it is not replayed. */
  publish(game: GameId, node: NewsNode, payload: unknown): void;
  /** Marks a player or watcher as present at the game until `leave` is called. */
  enter(game: GameId, person: PersonId | null): ServiceResult<PresenceHandle>;
  presenceOf(game: GameId): Presence;
  /** Records that a player has sent a request, so that they do not count as away. */
  touch(game: GameId, person: PersonId): void;
}

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
  /** If the subscription asks for it and a fact is the cause. Viewers who see the same share the object. */
  readonly personalView?: PersonalView;
};

export type OnPublicFact = (fact: NumberedFact) => void;

export type OnSubscriptionEvent = (event: SubscriptionEvent) => void;

export type Subscription = { readonly id: string; readonly version: Version; unsubscribe(): void };

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
