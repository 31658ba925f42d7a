import type { Instant } from '@chessmith/game';
import { type Life, resumeClocks } from './awakening.js';

export type Beating = {
  /** Whether the last sign of life was stored, and what had to wait for it is done. */
  isHeard(): boolean;
  /** Gives one more sign of life, and then none. */
  stop(): Promise<void>;
};

/**
 * Says again and again that the server lives. While that cannot be stored, nothing else can, so whoever is to move has no
 * way to: once it can, clocks go on from the last sign of life, as after a start.
 */
export function keepBeating(around: Life & { readonly everyMs: number }): Beating {
  const { heartbeat, time, log, everyMs } = around;
  let callOff = time.wakeIn(everyMs, again);
  let heardAt = time.now();
  let silentSince: Instant | null = null;
  let isComingBack = false;

  async function beat(): Promise<void> {
    const now = time.now();
    try {
      await heartbeat.beat(now);
    } catch (error) {
      // Said once: the log may lie on the very disk that is full.
      if (silentSince === null) log.error('no sign of life could be stored; said again when one is', { error });
      silentSince ??= heardAt;
      return;
    }
    heardAt = now;
    if (silentSince !== null && !isComingBack) await comeBack(silentSince);
  }

  async function comeBack(downSince: Instant): Promise<void> {
    isComingBack = true;
    log.warn('signs of life are stored again', {});
    try {
      await resumeClocks(around, downSince);
    } catch (error) {
      log.error('clocks could not be resumed', { error });
    }
    isComingBack = false;
    silentSince = null;
  }

  function again(): void {
    callOff = time.wakeIn(everyMs, again);
    void beat();
  }

  return {
    isHeard: () => silentSince === null,
    async stop() {
      callOff();
      // Otherwise the next start goes on from the last sign of life.
      if (silentSince === null) await beat();
    },
  };
}
