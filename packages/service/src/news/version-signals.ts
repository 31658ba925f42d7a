import { ok } from '@chessmith/std';
import type { NotifySubscribers } from '../games/fact-subscribers.js';
import type { LiveGames } from '../games/live-games.js';
import type { GameLocks } from '../games/lock.js';
import type { Log, VersionSignal, VersionSignals } from '../ports/index.js';

/** Applies what other servers append to games in memory here. The returned function stops it. */
export function followVersionSignals(deps: {
  readonly signals: VersionSignals;
  readonly games: LiveGames;
  readonly locks: GameLocks;
  readonly notify: NotifySubscribers;
  readonly log: Log;
}): () => void {
  const { signals, games, locks, notify, log } = deps;

  const isNews = ({ game, version }: VersionSignal): boolean =>
    (games.inMemory(game)?.game.version ?? version) < version;

  async function catchUp(signal: VersionSignal): Promise<void> {
    const caughtUp = await locks.withLockOnGame(
      signal.game,
      async () => {
        const live = games.inMemory(signal.game);
        if (live === undefined || !isNews(signal)) return ok(null);
        const steps = await games.refresh(live);
        if (!steps.ok) return steps;
        await notify(steps.value);
        games.tidy(live, 'with-lock');
        return ok(null);
      },
      { wait: true },
    );
    if (!caughtUp.ok) log.warn('a signal could not be followed', { ...signal, refusal: caughtUp.error });
  }

  return signals.listen((signal) => {
    if (isNews(signal))
      catchUp(signal).catch((error: unknown) => log.error('a signal could not be followed', { ...signal, error }));
  });
}
