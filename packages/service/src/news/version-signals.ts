import { ok } from '@chessmith/std';
import type { Subscribers } from '../facts/subscribers.js';
import type { LiveGames } from '../games/live-games.js';
import type { GameLocks } from '../games/lock.js';
import type { Log, VersionSignal, VersionSignals } from '../ports/index.js';

/** Takes up what other nodes have appended to games that are in memory here, until the returned function is called. */
export function followVersionSignals(around: {
  readonly hints: VersionSignals;
  readonly games: LiveGames;
  readonly locks: GameLocks;
  readonly subscribers: Subscribers;
  readonly log: Log;
}): () => void {
  const { hints, games, locks, subscribers, log } = around;

  const isNews = ({ game, version }: VersionSignal): boolean =>
    (games.inMemory(game)?.game.version ?? version) < version;

  async function catchUp(hint: VersionSignal): Promise<void> {
    const caughtUp = await locks.withLockOnGame(
      hint.game,
      async () => {
        const live = games.inMemory(hint.game);
        if (live === undefined || !isNews(hint)) return ok(null);
        const steps = await games.refresh(live);
        if (!steps.ok) return steps;
        await subscribers.tell(steps.value);
        games.tidy(live, 'with-lock');
        return ok(null);
      },
      { wait: true },
    );
    if (!caughtUp.ok) log.warn('a hint could not be followed', { ...hint, refusal: caughtUp.error });
  }

  return hints.listen((hint) => {
    if (isNews(hint))
      catchUp(hint).catch((error: unknown) => log.error('a hint could not be followed', { ...hint, error }));
  });
}
