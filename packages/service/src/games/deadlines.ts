import { deadlineOf, epochMsOf, type GameId, type Instant, instantAt } from '@chessmith/game';
import type { Directory, Log } from '../ports/index.js';
import type { Time } from '../time.js';
import type { FactSubscriber } from './fact-subscribers.js';

/**
 * Fires deadlines (flags, and checks of waiting games) with one timer for the nearest one, however many games there
 * are.
 */
export type Deadlines = FactSubscriber & {
  /** Arms the deadlines that are near; repeats itself every `SWEEP_MS`. */
  sweep(): Promise<void>;
  /** Replaces the deadline of a game; null removes it. */
  arm(game: GameId, deadline: Instant | null): void;
  armed(): number;
  close(): void;
};

/** Later deadlines stay in the directory until a sweep arms them. */
const HORIZON_MS = 60_000;
const SWEEP_MS = 25_000;
const MAX_PER_SWEEP = 100_000;
/** Deadlines closer together than this fire together. */
const MIN_WAIT_MS = 10;
const RETRY_MS = 1000;

export function openDeadlines(deps: {
  readonly directory: Directory;
  readonly time: Time;
  readonly log: Log;
  /** Handles a deadline that has passed; `later` asks for another try. */
  onDeadline(game: GameId): Promise<'done' | 'later'>;
}): Deadlines {
  const { directory, time, log, onDeadline } = deps;
  const near = new Map<GameId, number>();
  let timer: { readonly atMs: number; readonly cancel: () => void } | undefined;
  let cancelSweep: (() => void) | undefined;
  let isClosed = false;

  function arm(game: GameId, deadline: Instant | null): void {
    const atMs = deadline === null ? Number.POSITIVE_INFINITY : epochMsOf(deadline);
    if (isClosed || atMs > time.nowMs() + HORIZON_MS) {
      near.delete(game);
      if (near.size === 0) cancelTimer();
    } else {
      near.set(game, atMs);
      setTimer(atMs);
    }
  }

  function setTimer(atMs: number): void {
    if (timer !== undefined && timer.atMs <= atMs) return;
    cancelTimer();
    const waitMs = Math.max(atMs - time.nowMs(), MIN_WAIT_MS);
    timer = { atMs, cancel: time.wakeIn(waitMs, fireDue) };
  }

  function cancelTimer(): void {
    timer?.cancel();
    timer = undefined;
  }

  function fireDue(): void {
    timer = undefined;
    const nowMs = time.nowMs();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [game, atMs] of near) {
      if (atMs > nowMs) nextMs = Math.min(nextMs, atMs);
      else {
        near.delete(game);
        void handleDue(game);
      }
    }
    if (nextMs !== Number.POSITIVE_INFINITY) setTimer(nextMs);
  }

  async function handleDue(game: GameId): Promise<void> {
    try {
      if ((await onDeadline(game)) === 'done') return;
    } catch (error) {
      log.error('a deadline could not be handled', { game, error });
    }
    if (!near.has(game)) arm(game, instantAt(time.nowMs() + RETRY_MS));
  }

  async function sweep(): Promise<void> {
    try {
      const due = await directory.dueBefore(instantAt(time.nowMs() + HORIZON_MS), MAX_PER_SWEEP);
      for (const { game, deadline } of due) if (!near.has(game)) arm(game, deadline);
    } catch (error) {
      log.error('deadlines could not be looked up', { error });
    }
    if (!isClosed) cancelSweep = time.wakeIn(SWEEP_MS, () => void sweep());
  }

  return {
    name: 'deadlines',
    onFact: ({ id, after }) => arm(id, deadlineOf(after)),
    sweep,
    arm,
    armed: () => near.size,
    close() {
      isClosed = true;
      cancelTimer();
      cancelSweep?.();
      near.clear();
    },
  };
}
