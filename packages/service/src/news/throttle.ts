import type { GameId } from '@chessmith/game';
import type { Time } from '../time.js';

const INTERVAL_MS = 1000;

/** Publishes a change at once, and further changes of the same game at most once a second. */
export function throttlePerGame(time: Time, publish: (game: GameId) => void) {
  const waiting = new Map<GameId, { hasChanged: boolean; readonly cancel: () => void }>();

  function pause(game: GameId): void {
    const cancel = time.wakeIn(INTERVAL_MS, () => {
      const { hasChanged } = waiting.get(game)!;
      waiting.delete(game);
      if (hasChanged) changed(game);
    });
    waiting.set(game, { hasChanged: false, cancel });
  }

  function changed(game: GameId): void {
    const pausing = waiting.get(game);
    if (pausing !== undefined) {
      pausing.hasChanged = true;
      return;
    }
    pause(game);
    publish(game);
  }

  return {
    changed,
    close() {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
