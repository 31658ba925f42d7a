import { instantAt } from '@chessmith/game';
import type { Json, Log, Outbox, TakenMessage } from '../ports/index.js';
import type { Time } from '../time.js';

/** Carries parcels out of the house until each has arrived. */
export type OutboxWorker = {
  /** Something was put into the outbox. */
  nudge(topic: string): void;
  /** Carries what waits, now and from now on. */
  start(): void;
  close(): Promise<void>;
};

export type OutboxHandlers = { readonly [topic: string]: (body: Json) => Promise<void> };

/** A carrier that has not come back by then is taken for dead, perhaps with its server, and its parcel goes out again. */
const PATIENCE_MS = 30_000;
/** What was put off before a restart has no alarm in this process: it is found by looking. */
const LOOK_AGAIN_MS = 5000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 600_000;
const AT_ONCE = 20;

export function openOutboxWorker(around: {
  readonly outbox: Outbox;
  readonly carriers: OutboxHandlers;
  readonly time: Time;
  readonly log: Log;
}): OutboxWorker {
  const { outbox, carriers, time, log } = around;
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const alarms = new Map<string, () => void>();
  let isClosed = false;

  function nudge(topic: string): void {
    if (isClosed) return;
    if (running.has(topic)) {
      again.add(topic);
      return;
    }
    alarms.get(topic)?.();
    const round = carryAll(topic).finally(() => {
      running.delete(topic);
      if (again.delete(topic)) nudge(topic);
    });
    running.set(topic, round);
  }

  async function carryAll(topic: string): Promise<void> {
    let nextMs = LOOK_AGAIN_MS;
    try {
      while (!isClosed) {
        const nowMs = time.nowMs();
        const parcels = await outbox.take(topic, instantAt(nowMs), instantAt(nowMs + PATIENCE_MS), AT_ONCE);
        let done = 0;
        while (done < parcels.length && !isClosed) nextMs = Math.min(nextMs, await carry(topic, parcels[done++]!));
        // Due at once for the next start.
        await Promise.all(parcels.slice(done).map(({ id }) => outbox.postpone(id, time.now())));
        if (parcels.length < AT_ONCE) break;
      }
    } catch (error) {
      log.error('the outbox could not be read', { topic, error });
    }
    if (!isClosed)
      alarms.set(
        topic,
        time.wakeIn(nextMs, () => nudge(topic)),
      );
  }

  /** When to look again because of this parcel. */
  async function carry(topic: string, { id, body, attempts }: TakenMessage): Promise<number> {
    try {
      await carriers[topic]!(body);
    } catch (error) {
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
      log.warn('a parcel did not arrive', { topic, id, attempts, error });
      await outbox.postpone(id, instantAt(time.nowMs() + retryMs));
      return retryMs;
    }
    await outbox.settle(id);
    return LOOK_AGAIN_MS;
  }

  return {
    nudge,
    start() {
      for (const topic of Object.keys(carriers)) nudge(topic);
    },
    async close() {
      isClosed = true;
      await Promise.all(running.values());
      for (const callOff of alarms.values()) callOff();
    },
  };
}
