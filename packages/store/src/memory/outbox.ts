import type { Instant } from '@chessmith/game';
import type { Outbox, OutboxMessage } from '@chessmith/service';

type Waiting = OutboxMessage & { readonly id: number; attempts: number; until: Instant | '' };

export function memoryOutbox(guard: () => void): Outbox & { enqueue(parcels: readonly OutboxMessage[]): void } {
  const waiting = new Map<number, Waiting>();
  let newest = 0;
  return {
    enqueue(parcels) {
      for (const parcel of parcels) {
        newest += 1;
        waiting.set(newest, { ...parcel, id: newest, attempts: 0, until: '' });
      }
    },
    async take(topic, now, until, limit) {
      guard();
      const due = [...waiting.values()]
        .filter((parcel) => parcel.topic === topic && parcel.until <= now)
        .slice(0, limit);
      for (const parcel of due) {
        parcel.attempts += 1;
        parcel.until = until;
      }
      return due.map(({ id, body, attempts }) => ({ id, topic, body, attempts }));
    },
    async settle(id) {
      guard();
      waiting.delete(id);
    },
    async postpone(id, until) {
      guard();
      const parcel = waiting.get(id);
      if (parcel) parcel.until = until;
    },
    async waiting(topic) {
      return [...waiting.values()].filter((parcel) => parcel.topic === topic).length;
    },
  };
}
