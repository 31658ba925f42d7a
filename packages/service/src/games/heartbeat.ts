import type { Instant } from '@chessmith/game';
import { StoreUnavailable } from '../ports/index.js';
import { type ClockResumption, resumeAfterDowntime, resumeClocks } from './resume-clocks.js';

export type RunningHeartbeat = {
  /** Resumes the clocks after the downtime, then stores heartbeats until it is stopped. */
  start(): Promise<void>;
  /** False from the first failed heartbeat until all clocks are resumed; commands are refused meanwhile. */
  isHealthy(): boolean;
  /** Stops the heartbeats, after storing a last one. */
  stop(): Promise<void>;
};

/**
 * Stores heartbeats regularly. While that fails, moves cannot be stored either; when the store works again, clocks
 * resume from the last heartbeat, as after a start.
 */
export function startHeartbeat(deps: ClockResumption & { readonly everyMs: number }): RunningHeartbeat {
  const { heartbeat, time, log, everyMs } = deps;
  let cancel = () => {};
  let lastBeatAt = time.now();
  let failingSince: Instant | null = lastBeatAt;
  let isRecovering = false;

  async function beat(): Promise<void> {
    if (failingSince !== null) return recover(failingSince);
    const now = time.now();
    try {
      await heartbeat.beat(now);
      lastBeatAt = now;
    } catch (error) {
      // Logged once, because the log may be on the same full disk.
      if (failingSince === null)
        log.error('cannot store a heartbeat; commands are refused until it works again', { error });
      failingSince ??= lastBeatAt;
    }
  }

  async function recover(downSince: Instant): Promise<void> {
    if (isRecovering) return;
    isRecovering = true;
    // If this fails, the next tick tries again.
    const now = await resumeFrom(downSince).catch(() => undefined);
    isRecovering = false;
    if (now === undefined) return;
    lastBeatAt = now;
    failingSince = null;
    log.warn('heartbeats are stored again', {});
  }

  async function resumeFrom(downSince: Instant): Promise<Instant> {
    // Tests the disk with the old instant: if the server is killed before all clocks are resumed, the next start must
    // find it.
    await heartbeat.beat(downSince);
    try {
      await resumeClocks(deps, downSince);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      log.error('clocks could not be resumed', { error });
    }
    const now = time.now();
    await heartbeat.beat(now);
    return now;
  }

  function tick(): void {
    cancel = time.wakeIn(everyMs, tick);
    void beat();
  }

  return {
    async start() {
      await resumeAfterDowntime(deps);
      lastBeatAt = time.now();
      failingSince = null;
      cancel = time.wakeIn(everyMs, tick);
    },
    isHealthy: () => failingSince === null,
    async stop() {
      cancel();
      // Otherwise the next start resumes the clocks from the last stored heartbeat.
      if (failingSince === null) await beat();
    },
  };
}
