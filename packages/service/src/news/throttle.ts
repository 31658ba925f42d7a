import type { GameId } from '@chessmith/game';
import type { Time } from '../time.js';

const CALM_MS = 1000;

/** Tells of a change at once, and of further ones of the same game at most once a second: crowds come and go together. */
export function throttlePerGame(time: Time, tell: (game: GameId) => void) {
  const waiting = new Map<GameId, { again: boolean; readonly callOff: () => void }>();

  function rest(game: GameId): void {
    const callOff = time.wakeIn(CALM_MS, () => {
      const { again } = waiting.get(game)!;
      waiting.delete(game);
      if (again) changed(game);
    });
    waiting.set(game, { again: false, callOff });
  }

  function changed(game: GameId): void {
    const resting = waiting.get(game);
    if (resting !== undefined) {
      resting.again = true;
      return;
    }
    rest(game);
    tell(game);
  }

  return {
    changed,
    close() {
      for (const { callOff } of waiting.values()) callOff();
      waiting.clear();
    },
  };
}
