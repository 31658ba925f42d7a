import type { GameId, Version } from '@chessmith/game';
import { type MaybePromise, ok } from '@chessmith/std';
import { emptyLiveGame, type FactStep, prepare } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { GameLocks } from '../games/lock.js';
import type { Log } from '../ports/index.js';
import type { Time } from '../time.js';

/**
 * Hears of facts after they are stored, one at a time and in the order of each game. It may hear one again; whatever it
 * does, the fact stays.
 */
export type FactSubscriber = {
  readonly name: string;
  hear(step: FactStep): MaybePromise<void>;
  /** There is a step that it will hear of only later, because it has to catch up first. */
  miss?(step: FactStep): void;
};

export type Subscribers = {
  /** Done when everyone has heard or has failed; the game's lock is held meanwhile. */
  tell(steps: readonly FactStep[]): MaybePromise<void>;
  behind(): number;
  close(): void;
};

type Behind = { readonly knows: Version; attempts: number; callOff: () => void };

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 60_000;

/** Tells facts to subscribers. One that fails is told again from the last version it knows, later and later. */
export function openSubscribers(around: {
  readonly subscribers: readonly FactSubscriber[];
  readonly locks: GameLocks;
  readonly games: LiveGames;
  readonly time: Time;
  readonly log: Log;
}): Subscribers {
  const { subscribers, locks, games, time, log } = around;
  const behind = new Map<string, Behind>();

  /** Until it has heard them all or fails; then it is behind from now on. */
  function tellOne(subscriber: FactSubscriber, steps: readonly FactStep[], attempts: number): MaybePromise<void> {
    let hearing: MaybePromise<void>;
    for (const [index, step] of steps.entries()) {
      const fail = (error: unknown): void => {
        log.error('a subscriber to facts failed', { subscriber: subscriber.name, game: step.id, error });
        fallBehind(subscriber, step.id, step.before.version, attempts + 1);
        for (const missed of steps.slice(index)) subscriber.miss?.(missed);
      };
      try {
        hearing =
          step.referee.prepare === undefined ? subscriber.hear(step) : prepare(step).then(() => subscriber.hear(step));
      } catch (error) {
        return fail(error);
      }
      if (hearing instanceof Promise) {
        return hearing.then(() => tellOne(subscriber, steps.slice(index + 1), attempts), fail);
      }
    }
  }

  function tellFrom(first: number, steps: readonly FactStep[], game: GameId): MaybePromise<void> {
    for (let i = first; i < subscribers.length; i++) {
      const subscriber = subscribers[i]!;
      if (behind.size > 0 && behind.has(slot(subscriber, game))) {
        for (const step of steps) subscriber.miss?.(step);
        continue;
      }
      const telling = tellOne(subscriber, steps, 0);
      if (telling instanceof Promise) return telling.then(() => tellFrom(i + 1, steps, game));
    }
  }

  function fallBehind(subscriber: FactSubscriber, game: GameId, knows: Version, attempts: number): void {
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
    const callOff = time.wakeIn(retryMs, () => void catchUp(subscriber, game));
    behind.set(slot(subscriber, game), { knows, attempts, callOff });
  }

  async function catchUp(subscriber: FactSubscriber, game: GameId): Promise<void> {
    await locks.withLockOnGame(
      game,
      async () => {
        const known = behind.get(slot(subscriber, game));
        if (known === undefined) return ok(null);
        const steps = await allSteps(game);
        behind.delete(slot(subscriber, game));
        if (steps === undefined) fallBehind(subscriber, game, known.knows, known.attempts + 1);
        else await tellOne(subscriber, missedBy(steps, known.knows), known.attempts);
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
    tell: (steps) => (steps.length === 0 ? undefined : tellFrom(0, steps, steps[0]!.id)),
    behind: () => behind.size,
    close() {
      for (const { callOff } of behind.values()) callOff();
      behind.clear();
    },
  };
}

const missedBy = (steps: readonly FactStep[], knows: Version) => steps.filter(({ after }) => after.version > knows);

const slot = (subscriber: FactSubscriber, game: GameId): string => `${subscriber.name} ${game}`;
