import type { GameId } from '@chessmith/game';
import type { Core } from '../core.js';
import { isOfThisContract } from './away.js';

/** Long enough for a client that reconnects at once, and too short for a stranger to be sent to an empty game. */
const GRACE_MS = 10_000;

/**
 * Cancels games of this contract that wait for players while nobody is connected. The original ends a game with its first
 * lost connection. Games that run go on, and one that nobody has connected to waits as long as any other.
 */
export function cancelAbandonedGames({ service, clock, log }: Pick<Core, 'service' | 'clock' | 'log'>) {
  const pending = new Map<GameId, () => void>();
  let isClosed = false;

  async function cancel(game: GameId): Promise<void> {
    const listed = await service.findById(game);
    if (!listed.ok || !isOfThisContract(listed.value)) return;
    const { people, watchers } = service.presenceOf(game);
    if (people.length + watchers === 0) await service.cancelWaiting(game);
  }

  function entered(game: GameId): void {
    pending.get(game)?.();
    pending.delete(game);
  }

  return {
    entered,
    left(game: GameId): void {
      entered(game);
      // A server that stops closes all connections; their clients may be back when it has started again.
      if (isClosed) return;
      const callOff = clock.wake(clock.monotonicMs() + GRACE_MS, () => {
        pending.delete(game);
        cancel(game).catch((error) => log.error({ err: error }, 'a game could not be cancelled'));
      });
      pending.set(game, callOff);
    },
    close(): void {
      isClosed = true;
      for (const callOff of pending.values()) callOff();
      pending.clear();
    },
  };
}
