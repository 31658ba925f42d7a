import type { api } from '@chessmith/protocol';
import type { Problem } from './problem.js';

/** In order. After a reconnect the first event is again `missed` or `snapshot`. */
export type SubscriptionEvent =
  | { readonly kind: 'snapshot'; readonly version: number; readonly view: api.GameView }
  | { readonly kind: 'missed'; readonly version: number; readonly news: readonly api.News[] }
  | {
      readonly kind: 'news';
      readonly version: number;
      readonly news: readonly api.News[];
      readonly personalView?: api.PersonalView;
    }
  /** The last event: the server refused the subscription. */
  | { readonly kind: 'refused'; readonly problem: Problem };

export type SubscribeOptions = {
  readonly game: string;
  /** One or several nodes, each with its whole subtree. All nodes by default. */
  readonly node?: api.NewsNode | readonly api.NewsNode[];
  /** The last version that the caller knows; without it the server sends a snapshot. */
  readonly after?: number;
  /** Whether news includes the caller's personal view with the legal moves. */
  readonly personalView?: boolean;
  /** Whether the server sends the timer of the side to move every second while its clock runs. */
  readonly ticks?: boolean;
};

export type Subscription = { unsubscribe(): void };

export type Subscriptions = {
  subscribe(options: SubscribeOptions, listener: (event: SubscriptionEvent) => void): Subscription;
  /** Handles a frame of a subscription; returns false for all other frames. */
  receive(frame: api.ServerFrame): boolean;
  /** Resubscribes on a new connection, after the last version that was received. */
  resume(): void;
};

type Listening = {
  readonly options: SubscribeOptions;
  readonly listener: (event: SubscriptionEvent) => void;
  version?: number;
};

export function createSubscriptions(newKey: () => string, send: (frame: object) => boolean): Subscriptions {
  const listenings = new Map<string, Listening>();

  function ask(key: string, { options: { after, ...options }, version = after }: Listening): boolean {
    const known = version === undefined ? {} : { after: version };
    return send({ type: 'subscribe', key, ...options, ...known });
  }

  function eventOf(frame: api.ServerFrame, listening: Listening): SubscriptionEvent | undefined {
    switch (frame.type) {
      case 'snapshot':
        return { kind: 'snapshot', version: frame.version, view: frame.view as api.GameView };
      case 'missed':
        return { kind: 'missed', version: frame.version, news: newsIn(frame) };
      case 'news': {
        const news = newsIn(frame);
        const versions = news.filter(({ node }) => !FLEETING.has(node)).map(({ version }) => version);
        const personalView = frame.personalView as api.PersonalView | undefined;
        const version = Math.max(listening.version ?? 0, ...versions);
        return { kind: 'news', version, news, ...(personalView === undefined ? {} : { personalView }) };
      }
      default:
        return undefined;
    }
  }

  return {
    subscribe(options, listener) {
      const key = newKey();
      const listening: Listening = { options, listener };
      listenings.set(key, listening);
      ask(key, listening);
      return {
        unsubscribe() {
          if (listenings.delete(key)) send({ type: 'unsubscribe', key: newKey(), subscription: key });
        },
      };
    },
    receive(frame) {
      const key = 'subscription' in frame ? frame.subscription : 'key' in frame ? frame.key : undefined;
      const listening = key === undefined ? undefined : listenings.get(key);
      if (key === undefined || listening === undefined) return false;
      if (frame.type === 'error') {
        const { type: _, key: __, ...problem } = frame;
        listenings.delete(key);
        listening.listener({ kind: 'refused', problem });
        return true;
      }
      const event = eventOf(frame, listening);
      if (event !== undefined && event.kind !== 'refused') {
        listening.version = event.version;
        listening.listener(event);
      }
      return true;
    },
    resume() {
      for (const [key, listening] of listenings) ask(key, listening);
    },
  };
}

/** Nodes that do not come from facts. They may arrive out of order, so their version says nothing about what was received. */
const FLEETING: ReadonlySet<api.NewsNode> = new Set([
  'ChatEvent',
  'LoggingEvent',
  'ServerErrorUpdateEvent',
  'SubscriptionUpdateEvent',
  'WatchersUpdateEvent',
] as const);

/** Trusts the ids and versions in a frame: the server made them. */
const newsIn = ({ news }: { readonly news: unknown }): readonly api.News[] => news as readonly api.News[];
