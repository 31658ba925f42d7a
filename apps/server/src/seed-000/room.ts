import { randomUUID } from 'node:crypto';
import type { GameId } from '@chessmith/game';
import { seed000 } from '@chessmith/protocol';
import type { Service } from '@chessmith/service';

const TICK_MS = 1000;

/** All connections of one game under seed 000's contract. */
export type Room = {
  readonly game: GameId;
  /** Lets somebody in, tells everyone who subscribes now, and gives the way out. */
  enter(tell: Tell): { readonly id: string; leave(): void };
  subscriptions(): readonly string[];
};

export type Tell = (type: string, payload: unknown) => void;

/** Rooms by game; one exists while somebody is in it, and ticks while a clock runs. */
export function openRooms(service: Service) {
  const rooms = new Map<GameId, Room>();
  return {
    of(game: GameId): Room {
      const room = rooms.get(game) ?? openRoom(service, game, () => rooms.delete(game));
      rooms.set(game, room);
      return room;
    },
  };
}

function openRoom(service: Service, game: GameId, whenEmpty: () => void): Room {
  // The original lists its own subscription to the end of the game beside those of the connections.
  const own = randomUUID();
  const inside = new Map<string, Tell>();
  let ticking: NodeJS.Timeout | undefined;

  const everyone = (type: string, payload: unknown): void => {
    for (const tell of inside.values()) tell(type, payload);
  };
  const subscriptions = () => [own, ...inside.keys()];
  async function tick(): Promise<void> {
    const view = await service.game(game, null);
    if (!view.ok || view.value.clocks?.running == null) return;
    const { running, remainingMs } = view.value.clocks;
    everyone(
      running === 'white' ? 'WhiteTimerUpdateEvent' : 'BlackTimerUpdateEvent',
      seed000.secondsOf(remainingMs[running]),
    );
  }

  return {
    game,
    subscriptions,
    enter(tell) {
      const id = randomUUID();
      inside.set(id, tell);
      ticking ??= setInterval(() => void tick().catch(() => undefined), TICK_MS);
      everyone('SubscriptionUpdateEvent', subscriptions());
      return {
        id,
        leave() {
          if (!inside.delete(id)) return;
          if (inside.size > 0) return everyone('SubscriptionUpdateEvent', subscriptions());
          clearInterval(ticking);
          whenEmpty();
        },
      };
    },
  };
}
