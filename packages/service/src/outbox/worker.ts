import { instantAt } from '@chessmith/game';
import type { Json, Log, Outbox, TakenMessage } from '../ports/index.js';
import type { Time } from '../time.js';

/** Delivers the messages in the outbox and retries each until it succeeds. */
export type OutboxWorker = {
  /** Call this when a message was stored for this topic. */
  nudge(topic: string): void;
  /** Delivers waiting messages, now and from now on. */
  start(): void;
  close(): Promise<void>;
};

export type OutboxHandlers = { readonly [topic: string]: (body: Json) => Promise<void> };

/** How long a taken message is leased. After that its worker counts as dead, and the message is taken again. */
const LEASE_MS = 30_000;
/** Messages that were postponed before a restart have no timer in this process; polling finds them. */
const POLL_MS = 5000;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 600_000;
const BATCH_SIZE = 20;

export function openOutboxWorker(deps: {
  readonly outbox: Outbox;
  readonly handlers: OutboxHandlers;
  readonly time: Time;
  readonly log: Log;
}): OutboxWorker {
  const { outbox, handlers, time, log } = deps;
  const running = new Map<string, Promise<void>>();
  const nudged = new Set<string>();
  const timers = new Map<string, () => void>();
  let isClosed = false;

  function nudge(topic: string): void {
    if (isClosed) return;
    if (running.has(topic)) {
      nudged.add(topic);
      return;
    }
    timers.get(topic)?.();
    const round = deliverAll(topic).finally(() => {
      running.delete(topic);
      if (nudged.delete(topic)) nudge(topic);
    });
    running.set(topic, round);
  }

  async function deliverAll(topic: string): Promise<void> {
    let nextMs = POLL_MS;
    try {
      while (!isClosed) {
        const nowMs = time.nowMs();
        const messages = await outbox.take(topic, instantAt(nowMs), instantAt(nowMs + LEASE_MS), BATCH_SIZE);
        let done = 0;
        while (done < messages.length && !isClosed) nextMs = Math.min(nextMs, await deliver(topic, messages[done++]!));
        // Releases the messages that were not delivered, so that the next start finds them due.
        await Promise.all(messages.slice(done).map(({ id }) => outbox.postpone(id, time.now())));
        if (messages.length < BATCH_SIZE) break;
      }
    } catch (error) {
      log.error('the outbox could not be read', { topic, error });
    }
    if (!isClosed)
      timers.set(
        topic,
        time.wakeIn(nextMs, () => nudge(topic)),
      );
  }

  /** Delivers one message; returns the milliseconds until the topic is polled again because of it. */
  async function deliver(topic: string, { id, body, attempts }: TakenMessage): Promise<number> {
    try {
      await handlers[topic]!(body);
    } catch (error) {
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
      log.warn('a message could not be delivered and is retried', { topic, id, attempts, error });
      await outbox.postpone(id, instantAt(time.nowMs() + retryMs));
      return retryMs;
    }
    await outbox.settle(id);
    return POLL_MS;
  }

  return {
    nudge,
    start() {
      for (const topic of Object.keys(handlers)) nudge(topic);
    },
    async close() {
      isClosed = true;
      await Promise.all(running.values());
      for (const cancel of timers.values()) cancel();
    },
  };
}
