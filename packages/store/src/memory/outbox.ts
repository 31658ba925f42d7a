import type { Instant } from '@chessmith/game';
import type { Outbox, OutboxMessage } from '@chessmith/service';

type QueuedMessage = OutboxMessage & { readonly id: number; attempts: number; until: Instant | '' };

export function memoryOutbox(assertOpen: () => void): Outbox & { enqueue(messages: readonly OutboxMessage[]): void } {
  const queued = new Map<number, QueuedMessage>();
  let lastId = 0;
  return {
    enqueue(messages) {
      for (const message of messages) {
        lastId += 1;
        queued.set(lastId, { ...message, id: lastId, attempts: 0, until: '' });
      }
    },
    async take(topic, now, until, limit) {
      assertOpen();
      const due = [...queued.values()]
        .filter((message) => message.topic === topic && message.until <= now)
        .slice(0, limit);
      for (const message of due) {
        message.attempts += 1;
        message.until = until;
      }
      return due.map(({ id, body, attempts }) => ({ id, topic, body, attempts }));
    },
    async settle(id) {
      assertOpen();
      queued.delete(id);
    },
    async postpone(id, until) {
      assertOpen();
      const message = queued.get(id);
      if (message) message.until = until;
    },
    async waiting(topic) {
      return [...queued.values()].filter((message) => message.topic === topic).length;
    },
  };
}
