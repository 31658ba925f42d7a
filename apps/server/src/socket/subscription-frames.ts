import { type Instant, NEWS_TREE } from '@chessmith/game';
import type { api } from '@chessmith/protocol';
import type { SubscriptionEvent } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import type { Tick } from '../system/clock-ticks.js';
import type { NewsFrames } from './news-frame.js';

/** Writes a subscription event as a frame. */
export function subscriptionFrame(
  subscription: string,
  game: string,
  event: SubscriptionEvent,
  newsFrame: NewsFrames,
): string {
  switch (event.kind) {
    case 'missed':
      return toText({ type: 'missed', subscription, game, version: event.version, news: [...event.news] });
    case 'snapshot':
      return toText({ type: 'snapshot', subscription, game, version: event.version, view: event.game });
    case 'news':
      return newsFrame(subscription, game, event);
    default:
      return assertNever(event);
  }
}

const toText = (frame: api.ServerFrame): string => JSON.stringify(frame);

/** The timer between two facts, with the last version that was sent. */
export function newsOfTick({ color, remainingMs }: Tick, version: number, at: Instant) {
  const node = color === 'white' ? 'WhiteTimerUpdateEvent' : 'BlackTimerUpdateEvent';
  return { node, version, at, payload: { remainingMs } } as const;
}

/** The version up to which an event brings a subscriber; undefined for events without facts. */
export const versionIn = (event: SubscriptionEvent): number | undefined =>
  event.kind === 'news' ? event.news.find(({ node }) => NEWS_TREE[node].replayed)?.version : event.version;
