import {
  type GameId,
  type Instant,
  NEWS_NODES,
  type News,
  type NewsNode,
  newsOf,
  personalText,
  subtreeOf,
  type Version,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { FactSubscriber } from '../facts/subscribers.js';
import type { JsonText, Log } from '../ports/index.js';
import type { NewsEvent, OnSubscriptionEvent, SubscribeOptions, SubscriptionEvent } from '../service.js';

/** Who listens to which game. News of facts comes through `hear`, in order; the rest is fleeting. */
export type Channels = FactSubscriber & {
  /** From now on; the opening is told first. */
  open(
    wish: Omit<SubscribeOptions, 'after'>,
    listener: OnSubscriptionEvent,
    opening: SubscriptionEvent,
  ): ChannelSubscription;
  /** Tells something that is not replayed, to everyone or to some. */
  publish(game: GameId, news: News, audience?: (person: PersonId | null) => boolean): void;
  hasListeners(game: GameId): boolean;
  /** Ids of those who listen, the first hundred: a crowd is no news. */
  idsOf(game: GameId): readonly string[];
  count(): number;
  close(): void;
};

export type ChannelSubscription = { readonly id: string; close(): void };

type Ear = {
  readonly id: string;
  readonly person: PersonId | null;
  readonly nodes: ReadonlySet<NewsNode>;
  readonly seen: boolean;
  readonly listener: OnSubscriptionEvent;
};

/** Who is to hear of it, and what each sees then; everyone, and nothing, unless said otherwise. */
type Telling = {
  readonly audience?: ((person: PersonId | null) => boolean) | undefined;
  seenBy?(person: PersonId | null): JsonText;
};

const MOST_IDS = 100;

export function openChannels(around: {
  readonly log: Log;
  /** Called when somebody has come or gone. */
  changed(game: GameId): void;
}): Channels {
  const { log, changed } = around;
  const channels = new Map<GameId, Map<string, Ear>>();
  let numbers = 0;
  let count = 0;

  function remove(game: GameId, id: string): void {
    const ears = channels.get(game);
    if (!ears?.delete(id)) return;
    count--;
    if (ears.size === 0) channels.delete(game);
    changed(game);
  }

  function tell(game: GameId, ear: Ear, heard: SubscriptionEvent): void {
    try {
      ear.listener(heard);
    } catch (error) {
      log.error('a listener failed and hears nothing more', { game, subscription: ear.id, error });
      remove(game, ear.id);
    }
  }

  /** Those who listen to the same node are told the same object, so that it is written down once for all of them. */
  function publish(game: GameId, news: readonly News[], { audience, seenBy }: Telling): void {
    const ears = channels.get(game);
    if (ears === undefined || news.length === 0) return;
    const heardAt = openHearing(news);
    for (const ear of ears.values()) {
      if (audience !== undefined && !audience(ear.person)) continue;
      const heard = heardAt(ear.nodes);
      if (heard === null) continue;
      tell(game, ear, ear.seen && seenBy !== undefined ? { ...heard, seen: seenBy(ear.person) } : heard);
    }
  }

  return {
    name: 'news',
    hear({ id, referee, before, fact, after }) {
      if (!channels.has(id)) return;
      publish(id, newsOf(referee)(before, fact, after), { seenBy: (person) => personalText(referee)(after, person) });
    },
    open({ game, node, person, seen = false }, listener, opening) {
      const ear = { id: `${++numbers}`, person, nodes: nodesBelow(node), seen, listener };
      const ears = channels.get(game) ?? new Map<string, Ear>();
      channels.set(game, ears.set(ear.id, ear));
      count++;
      tell(game, ear, opening);
      changed(game);
      return { id: ear.id, close: () => remove(game, ear.id) };
    },
    publish: (game, news, audience) => publish(game, [news], { audience }),
    hasListeners: (game) => channels.has(game),
    idsOf: (game) => [...(channels.get(game)?.keys() ?? [])].slice(0, MOST_IDS),
    count: () => count,
    close() {
      channels.clear();
      count = 0;
    },
  };
}

/** What is heard of news by those who listen to certain nodes. Mostly all listen to the same. */
function openHearing(news: readonly News[]): (nodes: ReadonlySet<NewsNode>) => NewsEvent | null {
  let lastNodes: ReadonlySet<NewsNode> | undefined;
  let lastHeard: NewsEvent | null = null;
  let others: Map<ReadonlySet<NewsNode>, NewsEvent | null> | undefined;
  return (nodes) => {
    if (nodes === lastNodes) return lastHeard;
    if (lastNodes !== undefined) others = (others ?? new Map()).set(lastNodes, lastHeard);
    lastHeard = others?.has(nodes) ? others.get(nodes)! : heardOf(news, nodes);
    lastNodes = nodes;
    return lastHeard;
  };
}

function heardOf(news: readonly News[], nodes: ReadonlySet<NewsNode>): NewsEvent | null {
  const theirs = nodes === EVERYTHING ? news : news.filter(({ node }) => nodes.has(node));
  return theirs.length === 0 ? null : { kind: 'news', news: theirs };
}

const EVERYTHING: ReadonlySet<NewsNode> = new Set(NEWS_NODES);
const subtrees = new Map<string, ReadonlySet<NewsNode>>([['ChessGameServiceEvent', EVERYTHING]]);
/** Nobody has to ask for more combinations than these; what they hear is merely put together anew for each. */
const MOST_SUBTREES = 1000;

/** The nodes and all below them, one set for all who listen to the same: they are told the same object. */
export function nodesBelow(node: SubscribeOptions['node']): ReadonlySet<NewsNode> {
  const name = String(node);
  const known = subtrees.get(name);
  if (known !== undefined) return known;
  const nodes = new Set((typeof node === 'string' ? [node] : node).flatMap(subtreeOf));
  if (subtrees.size < MOST_SUBTREES) subtrees.set(name, nodes);
  return nodes;
}

/** News that stands in no fact; it carries the version at which it was told. */
export const fleeting = (node: NewsNode, version: Version, at: Instant, payload: unknown): News => ({
  node,
  version,
  at,
  payload,
});
