import { randomUUID } from 'node:crypto';
import type { GameId, News } from '@chessmith/game';
import { chessGameService } from '@chessmith/protocol';
import type { ClockTicks, Tick } from '../system/clock-ticks.js';

/** All connections of one game under seed 000's contract. */
export type GameHub = {
  readonly game: GameId;
  /** Lets somebody in, tells everyone who subscribes now, and gives the way out. */
  enter(tell: SendEvent): { readonly id: string; leave(): void };
  subscriptions(): readonly string[];
  /** The messages that news means: written by who hears of it first, and the same for all others who are told the same object. */
  messagesOf(news: readonly News[], write: () => Promise<readonly string[]>): Promise<readonly string[]>;
};

export type SendEvent = (type: string, payload: unknown) => void;

/** Rooms by game; one exists while somebody is in it, and ticks while a clock runs. */
export function openGameHubs(ticks: ClockTicks, { entered, left }: Comings) {
  const rooms = new Map<GameId, GameHub>();
  return {
    of(game: GameId): GameHub {
      const whenEmpty = (): void => {
        rooms.delete(game);
        left(game);
      };
      const room = rooms.get(game) ?? openRoom(ticks, game, whenEmpty);
      rooms.set(game, room);
      entered(game);
      return room;
    },
  };
}

type Comings = {
  /** A connection to this game was opened. */
  entered(game: GameId): void;
  /** The last connection to this game was closed. */
  left(game: GameId): void;
};

function openRoom(ticks: ClockTicks, game: GameId, whenEmpty: () => void): GameHub {
  // The original lists its own subscription to the end of the game beside those of the connections.
  const own = randomUUID();
  const inside = new Map<string, SendEvent>();
  let stopTicking: (() => void) | undefined;
  let lastNews: readonly News[] | undefined;
  let lastMessages: Promise<readonly string[]> = Promise.resolve([]);

  const everyone = (type: string, payload: unknown): void => {
    for (const tell of inside.values()) tell(type, payload);
  };
  const subscriptions = () => [own, ...inside.keys()];
  const tick = ({ color, remainingMs }: Tick): void =>
    everyone(
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
    enter(tell) {
      const id = randomUUID();
      inside.set(id, tell);
      stopTicking ??= ticks.listen(game, tick);
      everyone('SubscriptionUpdateEvent', subscriptions());
      return {
        id,
        leave() {
          if (!inside.delete(id)) return;
          if (inside.size > 0) return everyone('SubscriptionUpdateEvent', subscriptions());
          stopTicking?.();
          whenEmpty();
        },
      };
    },
  };
}
