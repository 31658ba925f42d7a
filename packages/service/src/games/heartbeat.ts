import type { Instant } from '@chessmith/game';
import { StoreUnavailable } from '../ports/index.js';
import { type ClockResumption, resumeAfterDowntime, resumeClocks } from './resume-clocks.js';

export type RunningHeartbeat = {
  /** Resumes the clocks after the time in which the server was down, then stores heartbeats until it is stopped. */
  start(): Promise<void>;
  /** False from the first heartbeat that could not be stored until all clocks are resumed; commands are refused meanwhile. */
  isHeard(): boolean;
  /** Stores a last heartbeat. */
  stop(): Promise<void>;
};

/**
 * Stores a heartbeat again and again. While that fails, nothing else can be stored either, so the player to move has no
 * way to: when the store works again, clocks go on from the last heartbeat, as after a start.
 */
export function startHeartbeat(around: ClockResumption & { readonly everyMs: number }): RunningHeartbeat {
  const { heartbeat, time, log, everyMs } = around;
  let callOff = () => {};
  let heardAt = time.now();
  let silentSince: Instant | null = heardAt;
  let isComingBack = false;

  async function beat(): Promise<void> {
    if (silentSince !== null) return comeBack(silentSince);
    const now = time.now();
    try {
      await heartbeat.beat(now);
      heardAt = now;
    } catch (error) {
      // Once: the log may be on the same full disk.
      if (silentSince === null) log.error('no sign of life could be stored; said again when one is', { error });
      silentSince ??= heardAt;
    }
  }

  async function comeBack(downSince: Instant): Promise<void> {
    if (isComingBack) return;
    isComingBack = true;
    // Where this fails, the next heartbeat tries again.
    const now = await resumed(downSince).catch(() => undefined);
    isComingBack = false;
    if (now === undefined) return;
    heardAt = now;
    silentSince = null;
    log.warn('signs of life are stored again', {});
  }

  async function resumed(downSince: Instant): Promise<Instant> {
    // The old instant, to try the disk: a server that is killed before all clocks are resumed must find it at its start.
    await heartbeat.beat(downSince);
    try {
      await resumeClocks(around, downSince);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      log.error('clocks could not be resumed', { error });
    }
    const now = time.now();
    await heartbeat.beat(now);
    return now;
  }

  function again(): void {
    callOff = time.wakeIn(everyMs, again);
    void beat();
  }

  return {
    async start() {
      await resumeAfterDowntime(around);
      heardAt = time.now();
      silentSince = null;
      callOff = time.wakeIn(everyMs, again);
    },
    isHeard: () => silentSince === null,
    async stop() {
      callOff();
      // Otherwise the next start resumes the clocks from the last heartbeat.
      if (silentSince === null) await beat();
    },
  };
}
