import type { GameId } from '@chessmith/game';
import { refusal } from '@chessmith/rules';
import { err } from '@chessmith/std';
import type { Answer } from '../service.js';

export type GameLocks = {
  /** Runs `work` when nothing else runs for this game; with `wait: false`, only if that is now. */
  withLockOnGame<T>(id: GameId, work: () => Answer<T>, how: { readonly wait: boolean }): Answer<T>;
  /** How many run or wait for this game. */
  queued(id: GameId): number;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
};

export function openGameLocks(): GameLocks {
  const queues = new Map<GameId, { last: Promise<void>; length: number }>();

  function leave(id: GameId): void {
    const queue = queues.get(id)!;
    queue.length--;
    if (queue.length === 0) queues.delete(id);
  }

  return {
    async withLockOnGame(id, work, { wait }) {
      const queue = queues.get(id) ?? { last: Promise.resolve(), length: 0 };
      if (queue.length > 0 && !wait) return err(refusal('game/busy', 'The game is busy with another command.'));
      queue.length++;
      queues.set(id, queue);
      const run = queue.length === 1 ? work() : queue.last.then(work);
      queue.last = run.then(
        () => leave(id),
        () => leave(id),
      );
      return run;
    },
    queued: (id) => queues.get(id)?.length ?? 0,
    async idle() {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last));
    },
  };
}
