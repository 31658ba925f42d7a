import type { api } from '@chessmith/protocol';
import type { Problem } from './problem.js';

/** In the order in which it happened. After a break the first is again `missed` or `snapshot`. */
export type SubscriptionEvent =
  | { readonly kind: 'snapshot'; readonly version: number; readonly view: api.GameView }
  | { readonly kind: 'missed'; readonly version: number; readonly news: readonly api.News[] }
  | {
      readonly kind: 'news';
      readonly version: number;
      readonly news: readonly api.News[];
      readonly personalView?: api.PersonalView;
    }
  /** Nothing more will be heard. */
  | { readonly kind: 'refused'; readonly problem: Problem };

export type SubscribeOptions = {
  readonly game: string;
  /** One or several, each with its whole subtree; everything about the game unless said otherwise. */
  readonly node?: api.NewsNode | readonly api.NewsNode[];
  /** The last version that is known already; without it, a snapshot comes. */
  readonly after?: number;
  /** Whether news brings along what only this person sees, and may do. */
  readonly personalView?: boolean;
  /** Whether the timer of the side to move is told once a second while its clock runs. */
  readonly ticks?: boolean;
};

export type Subscription = { unsubscribe(): void };

export type Subscriptions = {
  subscribe(options: SubscribeOptions, listener: (heard: SubscriptionEvent) => void): Subscription;
  /** Takes a frame that belongs to a subscription; false for all others. */
  hear(frame: api.ServerFrame): boolean;
  /** On a new connection: goes on after the last version that was heard of. */
  resume(): void;
};

type Listening = {
  readonly options: SubscribeOptions;
  readonly listener: (heard: SubscriptionEvent) => void;
  version?: number;
};

export function openSubscriptions(newKey: () => string, send: (frame: object) => boolean): Subscriptions {
  const listenings = new Map<string, Listening>();

  function ask(key: string, { options: { after, ...options }, version = after }: Listening): boolean {
    const known = version === undefined ? {} : { after: version };
    return send({ type: 'subscribe', key, ...options, ...known });
  }

  function heardIn(frame: api.ServerFrame, listening: Listening): SubscriptionEvent | undefined {
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
    hear(frame) {
      const key = 'subscription' in frame ? frame.subscription : 'key' in frame ? frame.key : undefined;
      const listening = key === undefined ? undefined : listenings.get(key);
      if (key === undefined || listening === undefined) return false;
      if (frame.type === 'error') {
        const { type: _, key: __, ...problem } = frame;
        listenings.delete(key);
        listening.listener({ kind: 'refused', problem });
        return true;
      }
      const heard = heardIn(frame, listening);
      if (heard !== undefined && heard.kind !== 'refused') {
        listening.version = heard.version;
        listening.listener(heard);
      }
      return true;
    },
    resume() {
      for (const [key, listening] of listenings) ask(key, listening);
    },
  };
}

/** Not derived from facts: it may be told before or after what it stands beside, so its version proves nothing. */
const FLEETING: ReadonlySet<api.NewsNode> = new Set([
  'ChatEvent',
  'LoggingEvent',
  'ServerErrorUpdateEvent',
  'SubscriptionUpdateEvent',
  'WatchersUpdateEvent',
] as const);

/** The ids and versions in it are the server's own, so they are what they claim to be. */
const newsIn = ({ news }: { readonly news: unknown }): readonly api.News[] => news as readonly api.News[];
