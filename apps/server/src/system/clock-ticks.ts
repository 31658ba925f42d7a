import type { GameId, Millis } from '@chessmith/game';
import type { Color } from '@chessmith/rules';
import type { Queries } from '@chessmith/service';

const TICK_MS = 1000;

/** The time on the running clock. */
export type Tick = { readonly color: Color; readonly remainingMs: Millis };
type Listener = (tick: Tick) => void;

export type ClockTicks = {
  /** Calls the listener every second with the time on the game's running clock. Returns a function that stops it. */
  listen(game: GameId, listener: Listener): () => void;
};

/** Reads each game's clock once a second, however many listeners it has. */
export function clockTicks(queries: Pick<Queries, 'clocks'>): ClockTicks {
  const ticking = new Map<GameId, { readonly listeners: Set<Listener>; readonly timer: NodeJS.Timeout }>();

  async function tick(game: GameId): Promise<void> {
    const clocks = await queries.clocks(game);
    if (!clocks.ok || clocks.value?.running == null) return;
    const { running: color, remainingMs } = clocks.value;
    for (const listener of ticking.get(game)?.listeners ?? []) listener({ color, remainingMs: remainingMs[color] });
  }

  function begin(game: GameId) {
    const timer = setInterval(() => void tick(game).catch(() => undefined), TICK_MS);
    const begun = { listeners: new Set<Listener>(), timer };
    ticking.set(game, begun);
    return begun;
  }

  return {
    listen(game, listener) {
      const { listeners, timer } = ticking.get(game) ?? begin(game);
      // A new function for each call, so that the same listener can be added twice.
      const mine: Listener = (tick) => listener(tick);
      listeners.add(mine);
      return () => {
        if (!listeners.delete(mine) || listeners.size > 0) return;
        clearInterval(timer);
        ticking.delete(game);
      };
    },
  };
}
