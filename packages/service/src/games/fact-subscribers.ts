import type { GameId, Version } from '@chessmith/game';
import { type MaybePromise, ok } from '@chessmith/std';
import type { Log } from '../ports/index.js';
import type { Time } from '../time.js';
import { emptyLiveGame, type FactStep, prepare } from './live-game.js';
import type { LiveGames } from './live-games.js';
import type { GameLocks } from './lock.js';

/**
 * Receives each stored fact, one at a time and in the order of its game. A fact may arrive twice. A subscriber that
 * fails does not undo the fact.
 */
export type FactSubscriber = {
  readonly name: string;
  onFact(step: FactStep): MaybePromise<void>;
  /** Called for each step that is skipped while the subscriber catches up; the step follows later. */
  onSkipped?(step: FactStep): void;
};

export type Subscribers = {
  /** Resolves when every subscriber is done or has failed. The caller holds the game's lock. */
  notify(steps: readonly FactStep[]): MaybePromise<void>;
  behind(): number;
  close(): void;
};

type Behind = { readonly lastVersion: Version; attempts: number; cancel: () => void };

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 60_000;

/**
 * Sends facts to subscribers. One that fails gets everything after its last version again, with exponential backoff.
 */
export function openSubscribers(deps: {
  readonly subscribers: readonly FactSubscriber[];
  readonly locks: GameLocks;
  readonly games: LiveGames;
  readonly time: Time;
  readonly log: Log;
}): Subscribers {
  const { subscribers, locks, games, time, log } = deps;
  const behind = new Map<string, Behind>();

  /** Stops at the first failure; the subscriber is then behind for this game. */
  function notifyOne(subscriber: FactSubscriber, steps: readonly FactStep[], attempts: number): MaybePromise<void> {
    let delivery: MaybePromise<void>;
    for (const [index, step] of steps.entries()) {
      const fail = (error: unknown): void => {
        log.error('a subscriber to facts failed', { subscriber: subscriber.name, game: step.id, error });
        fallBehind(subscriber, step.id, step.before.version, attempts + 1);
        for (const missed of steps.slice(index)) subscriber.onSkipped?.(missed);
      };
      try {
        delivery =
          step.referee.cost?.prepare === undefined
            ? subscriber.onFact(step)
            : prepare(step).then(() => subscriber.onFact(step));
      } catch (error) {
        return fail(error);
      }
      if (delivery instanceof Promise) {
        return delivery.then(() => notifyOne(subscriber, steps.slice(index + 1), attempts), fail);
      }
    }
  }

  function notifyFrom(first: number, steps: readonly FactStep[], game: GameId): MaybePromise<void> {
    for (let i = first; i < subscribers.length; i++) {
      const subscriber = subscribers[i]!;
      if (behind.size > 0 && behind.has(keyOf(subscriber, game))) {
        for (const step of steps) subscriber.onSkipped?.(step);
        continue;
      }
      const delivery = notifyOne(subscriber, steps, 0);
      if (delivery instanceof Promise) return delivery.then(() => notifyFrom(i + 1, steps, game));
    }
  }

  function fallBehind(subscriber: FactSubscriber, game: GameId, lastVersion: Version, attempts: number): void {
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
    const cancel = time.wakeIn(retryMs, () => void catchUp(subscriber, game));
    behind.set(keyOf(subscriber, game), { lastVersion, attempts, cancel });
  }

  async function catchUp(subscriber: FactSubscriber, game: GameId): Promise<void> {
    await locks.withLockOnGame(
      game,
      async () => {
        const known = behind.get(keyOf(subscriber, game));
        if (known === undefined) return ok(null);
        const steps = await allSteps(game);
        behind.delete(keyOf(subscriber, game));
        if (steps === undefined) fallBehind(subscriber, game, known.lastVersion, known.attempts + 1);
        else await notifyOne(subscriber, missedBy(steps, known.lastVersion), known.attempts);
        return ok(null);
      },
      { wait: true },
    );
  }

  async function allSteps(game: GameId): Promise<readonly FactStep[] | undefined> {
    try {
      const steps = await games.refresh(emptyLiveGame(game, time.now()));
      return steps.ok ? steps.value : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    notify: (steps) => (steps.length === 0 ? undefined : notifyFrom(0, steps, steps[0]!.id)),
    behind: () => behind.size,
    close() {
      for (const { cancel } of behind.values()) cancel();
      behind.clear();
    },
  };
}

const missedBy = (steps: readonly FactStep[], lastVersion: Version) =>
  steps.filter(({ after }) => after.version > lastVersion);

const keyOf = (subscriber: FactSubscriber, game: GameId): string => `${subscriber.name} ${game}`;
