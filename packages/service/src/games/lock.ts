import type { GameId } from '@chessmith/game';
import { err } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { ServiceResult } from '../facets/result.js';

export type GameLocks = {
  /** Runs `work` when no other work runs for this game. With `wait: false` it is refused instead of queued. */
  withLockOnGame<T>(id: GameId, work: Work<T>, how: { readonly wait: boolean }): ServiceResult<T>;
  /** The number of works that run or wait for this game. */
  queued(id: GameId): number;
  /** Resolves when no work runs or waits. */
  idle(): Promise<void>;
};

export type Work<T> = () => ServiceResult<T>;

export function gameLocks(): GameLocks {
  /** Locked games, each with the works that wait for it. */
  const queues = new Map<GameId, (() => void)[]>();
  let idle: (() => void)[] = [];

  function leave(id: GameId): void {
    const next = queues.get(id)!.shift();
    if (next !== undefined) {
      next();
      return;
    }
    queues.delete(id);
    if (queues.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  /** Runs the work, then starts the next one in the queue. */
  async function enter<T>(id: GameId, work: Work<T>): ServiceResult<T> {
    try {
      return await work();
    } finally {
      leave(id);
    }
  }

  return {
    withLockOnGame(id, work, { wait }) {
      const queue = queues.get(id);
      if (queue === undefined) {
        queues.set(id, []);
        return enter(id, work);
      }
      if (!wait) return Promise.resolve(err(refusal('game/busy', 'The game is busy with another command; try again.')));
      return new Promise((resolve) => {
        queue.push(() => resolve(enter(id, work)));
      });
    },
    queued(id) {
      const queue = queues.get(id);
      return queue === undefined ? 0 : 1 + queue.length;
    },
    idle: () => (queues.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}
