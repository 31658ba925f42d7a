import { randomUUID } from 'node:crypto';
import type { GameId, News } from '@chessmith/game';
import { chessGameService } from '@chessmith/protocol';
import type { ClockTicks, Tick } from '../system/clock-ticks.js';

/** All connections to one game over this contract. */
export type GameHub = {
  readonly game: GameId;
  /** Adds a connection and sends the list of subscribers to all. Returns its id and the function that removes it. */
  enter(send: SendEvent): { readonly id: string; leave(): void };
  subscriptions(): readonly string[];
  /** The messages for an item of news: written by the first connection that asks, then shared. */
  messagesOf(news: readonly News[], write: () => Promise<readonly string[]>): Promise<readonly string[]>;
};

export type SendEvent = (type: string, payload: unknown) => void;

/** Hubs by game. A hub exists while it has connections, and ticks while a clock runs. */
export function createGameHubs(ticks: ClockTicks, { entered, left }: HubEvents) {
  const hubs = new Map<GameId, GameHub>();
  return {
    of(game: GameId): GameHub {
      const whenEmpty = (): void => {
        hubs.delete(game);
        left(game);
      };
      const hub = hubs.get(game) ?? openHub(ticks, game, whenEmpty);
      hubs.set(game, hub);
      entered(game);
      return hub;
    },
  };
}

type HubEvents = {
  /** Called when a connection to this game opens. */
  entered(game: GameId): void;
  /** Called when the last connection to this game closes. */
  left(game: GameId): void;
};

function openHub(ticks: ClockTicks, game: GameId, whenEmpty: () => void): GameHub {
  // The original lists its own internal subscription beside those of the connections.
  const own = randomUUID();
  const connections = new Map<string, SendEvent>();
  let stopTicking: (() => void) | undefined;
  let lastNews: readonly News[] | undefined;
  let lastMessages: Promise<readonly string[]> = Promise.resolve([]);

  const sendToAll = (type: string, payload: unknown): void => {
    for (const send of connections.values()) send(type, payload);
  };
  const subscriptions = () => [own, ...connections.keys()];
  const tick = ({ color, remainingMs }: Tick): void =>
    sendToAll(
      color === 'white' ? 'WhiteTimerUpdateEvent' : 'BlackTimerUpdateEvent',
      chessGameService.secondsOf(remainingMs),
    );

  return {
    game,
    subscriptions,
    messagesOf(news, write) {
      if (news !== lastNews) lastMessages = Promise.resolve().then(write);
      lastNews = news;
      return lastMessages;
    },
    enter(send) {
      const id = randomUUID();
      connections.set(id, send);
      stopTicking ??= ticks.listen(game, tick);
      sendToAll('SubscriptionUpdateEvent', subscriptions());
      return {
        id,
        leave() {
          if (!connections.delete(id)) return;
          if (connections.size > 0) return sendToAll('SubscriptionUpdateEvent', subscriptions());
          stopTicking?.();
          whenEmpty();
        },
      };
    },
  };
}
