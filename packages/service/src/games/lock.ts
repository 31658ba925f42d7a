import type { GameId } from '@chessmith/game';
import { refusal } from '@chessmith/rules';
import { err } from '@chessmith/std';
import type { Answer } from '../service.js';

export type GameLocks = {
  /** Runs `work` when nothing else runs for this game; with `wait: false`, only if that is now. */
  withLockOnGame<T>(id: GameId, work: () => Answer<T>, how: { readonly wait: boolean }): Answer<T>;
  isBusy(id: GameId): boolean;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
};

export function openGameLocks(): GameLocks {
  const last = new Map<GameId, Promise<void>>();
  return {
    async withLockOnGame(id, work, { wait }) {
      const before = last.get(id);
      if (before !== undefined && !wait) return err(refusal('game/busy', 'The game is busy with another command.'));
      const run = before === undefined ? work() : before.then(work);
      const end = run.then(
        () => {},
        () => {},
      );
      last.set(id, end);
      void end.then(() => {
        if (last.get(id) === end) last.delete(id);
      });
      return run;
    },
    isBusy: (id) => last.has(id),
    async idle() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
