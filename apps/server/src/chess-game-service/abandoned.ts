import type { GameId } from '@chessmith/game';
import type { Core } from '../core.js';
import { isOfThisContract } from './away.js';

/** Long enough for a client to reconnect, and short enough that no stranger is sent to an empty game. */
const GRACE_MS = 10_000;

/**
 * Cancels waiting games of this contract without a connection; the original ends a game with its first lost
 * connection. Running games continue, and a game without any connection so far waits as long as other games do.
 */
export function cancelAbandonedGames({ games, live, clock, log }: Pick<Core, 'games' | 'live' | 'clock' | 'log'>) {
  const pending = new Map<GameId, () => void>();
  let isClosed = false;

  async function cancel(game: GameId): Promise<void> {
    const listed = await games.findById(game);
    if (!listed.ok || !isOfThisContract(listed.value)) return;
    const { people, watchers } = live.presenceOf(game);
    if (people.length + watchers === 0) await games.cancelWaiting(game);
  }

  function entered(game: GameId): void {
    pending.get(game)?.();
    pending.delete(game);
  }

  return {
    entered,
    left(game: GameId): void {
      entered(game);
      // A shutdown closes all connections; the clients may be back after the restart.
      if (isClosed) return;
      const cancelTimer = clock.wake(clock.monotonicMs() + GRACE_MS, () => {
        pending.delete(game);
        cancel(game).catch((error) => log.error({ err: error }, 'could not cancel an abandoned game'));
      });
      pending.set(game, cancelTimer);
    },
    close(): void {
      isClosed = true;
      for (const cancelTimer of pending.values()) cancelTimer();
      pending.clear();
    },
  };
}
