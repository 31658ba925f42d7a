import {
  type GameId,
  type Instant,
  NEWS_NODES,
  type News,
  type NewsNode,
  newsOf,
  newsSubtree,
  type PersonalView,
  personalView,
  type Version,
  viewerKind,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { FactSubscriber } from '../games/fact-subscribers.js';
import type { Log } from '../ports/index.js';
import type { NewsEvent, OnSubscriptionEvent, SubscribeOptions, SubscriptionEvent } from '../service.js';

/** The subscriptions to games. News of facts arrives through `onFact`, in order; the rest is transient. */
export type Channels = FactSubscriber & {
  /** Adds a subscription; `firstEvent` is delivered before any news. */
  open(
    options: Omit<SubscribeOptions, 'after'>,
    onEvent: OnSubscriptionEvent,
    firstEvent: SubscriptionEvent,
  ): ChannelSubscription;
  /** Sends transient news, which is never replayed, to all subscribers or to an audience. */
  publish(game: GameId, news: News, audience?: (person: PersonId | null) => boolean): void;
  hasSubscribers(game: GameId): boolean;
  /** The ids of the first hundred subscriptions; longer lists help no client. */
  idsOf(game: GameId): readonly string[];
  count(): number;
  close(): void;
};

export type ChannelSubscription = { readonly id: string; close(): void };

type Subscriber = {
  readonly id: string;
  readonly person: PersonId | null;
  readonly nodes: ReadonlySet<NewsNode>;
  readonly personalView: boolean;
  readonly onEvent: OnSubscriptionEvent;
};

/** The recipients of news, and their personal view. Default: everybody, without a view. */
type Audience = {
  readonly includes?: ((person: PersonId | null) => boolean) | undefined;
  personalViewOf?(person: PersonId | null): PersonalView;
};

const MAX_IDS = 100;

export function openChannels(deps: {
  readonly log: Log;
  /** Called when a subscription was added or removed. */
  changed(game: GameId): void;
}): Channels {
  const { log, changed } = deps;
  const channels = new Map<GameId, Map<string, Subscriber>>();
  let lastId = 0;
  let count = 0;

  function remove(game: GameId, id: string): void {
    const subscribers = channels.get(game);
    if (!subscribers?.delete(id)) return;
    count--;
    if (subscribers.size === 0) channels.delete(game);
    changed(game);
  }

  function send(game: GameId, subscriber: Subscriber, event: SubscriptionEvent): void {
    try {
      subscriber.onEvent(event);
    } catch (error) {
      log.error('a subscription callback failed and was removed', { game, subscription: subscriber.id, error });
      remove(game, subscriber.id);
    }
  }

  /** Subscribers to the same nodes get the same object, so that adapters serialise it once. */
  function publish(game: GameId, news: readonly News[], { includes, personalViewOf }: Audience): void {
    const subscribers = channels.get(game);
    if (subscribers === undefined || news.length === 0) return;
    const eventOf = eventsByNodes(news);
    for (const subscriber of subscribers.values()) {
      if (includes !== undefined && !includes(subscriber.person)) continue;
      const event = eventOf(subscriber.nodes);
      if (event === null) continue;
      send(
        game,
        subscriber,
        subscriber.personalView && personalViewOf !== undefined
          ? { ...event, personalView: personalViewOf(subscriber.person) }
          : event,
      );
    }
  }

  return {
    name: 'news',
    onFact({ id, referee, before, fact, after }) {
      if (!channels.has(id)) return;
      const views: PersonalView[] = [];
      publish(id, newsOf(referee)(before, fact, after), {
        personalViewOf: (person) => (views[viewerKind(after, person)] ??= personalView(referee)(after, person)),
      });
    },
    open({ game, node, person, personalView = false }, onEvent, firstEvent) {
      const subscriber = { id: `${++lastId}`, person, nodes: nodesBelow(node), personalView, onEvent };
      const subscribers = channels.get(game) ?? new Map<string, Subscriber>();
      channels.set(game, subscribers.set(subscriber.id, subscriber));
      count++;
      send(game, subscriber, firstEvent);
      changed(game);
      return { id: subscriber.id, close: () => remove(game, subscriber.id) };
    },
    publish: (game, news, includes) => publish(game, [news], { includes }),
    hasSubscribers: (game) => channels.has(game),
    idsOf: (game) => [...(channels.get(game)?.keys() ?? [])].slice(0, MAX_IDS),
    count: () => count,
    close() {
      channels.clear();
      count = 0;
    },
  };
}

/** The event for a set of nodes. Remembers the last one, because most subscribers use the same set. */
function eventsByNodes(news: readonly News[]): (nodes: ReadonlySet<NewsNode>) => NewsEvent | null {
  let lastNodes: ReadonlySet<NewsNode> | undefined;
  let lastEvent: NewsEvent | null = null;
  let others: Map<ReadonlySet<NewsNode>, NewsEvent | null> | undefined;
  return (nodes) => {
    if (nodes === lastNodes) return lastEvent;
    if (lastNodes !== undefined) others = (others ?? new Map()).set(lastNodes, lastEvent);
    lastEvent = others?.has(nodes) ? others.get(nodes)! : eventFor(news, nodes);
    lastNodes = nodes;
    return lastEvent;
  };
}

function eventFor(news: readonly News[], nodes: ReadonlySet<NewsNode>): NewsEvent | null {
  const theirs = nodes === EVERYTHING ? news : news.filter(({ node }) => nodes.has(node));
  return theirs.length === 0 ? null : { kind: 'news', news: theirs };
}

const EVERYTHING: ReadonlySet<NewsNode> = new Set(NEWS_NODES);
const subtrees = new Map<string, ReadonlySet<NewsNode>>([['ChessGameServiceEvent', EVERYTHING]]);
/** Further combinations are not cached; their events are built for each subscriber. */
const MAX_SUBTREES = 1000;

/** The nodes and all below them. The same request gives the same set, so that subscribers share events. */
export function nodesBelow(node: SubscribeOptions['node']): ReadonlySet<NewsNode> {
  const name = String(node);
  const known = subtrees.get(name);
  if (known !== undefined) return known;
  const nodes = new Set((typeof node === 'string' ? [node] : node).flatMap(newsSubtree));
  if (subtrees.size < MAX_SUBTREES) subtrees.set(name, nodes);
  return nodes;
}

/** News that no fact causes; it carries the game's version at that moment. */
export const fleeting = (node: NewsNode, version: Version, at: Instant, payload: unknown): News => ({
  node,
  version,
  at,
  payload,
});
