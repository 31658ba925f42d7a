import type { PersonId } from '@chessmith/people';
import type { Time } from '../time.js';

/** Who is connected to this server, or asked it for something lately. Known to this process only. */
export type Online = {
  /** The person is online until the connection is closed; there may be several. */
  connect(person: PersonId): Connection;
  /** The person has just asked for something. */
  touch(person: PersonId): void;
  /** Milliseconds since 1970: now while connected, and never before this process started. */
  lastSeenMs(person: PersonId): number;
};

export type Connection = { close(): void };

/** `rememberMs`: for how long it matters when somebody was last seen. */
export function trackOnline({ time, rememberMs }: { readonly time: Time; readonly rememberMs: number }): Online {
  const startedMs = time.nowMs();
  const connections = new Map<PersonId, number>();
  // The one who was seen longest ago comes first.
  const seen = new Map<PersonId, number>();

  function touch(person: PersonId): void {
    if (connections.has(person)) return;
    const nowMs = time.nowMs();
    seen.delete(person);
    seen.set(person, nowMs);
    for (const [other, atMs] of seen) {
      if (atMs >= nowMs - rememberMs) break;
      seen.delete(other);
    }
  }

  function disconnect(person: PersonId): void {
    const left = connections.get(person)! - 1;
    if (left > 0) return void connections.set(person, left);
    connections.delete(person);
    touch(person);
  }

  return {
    connect(person) {
      connections.set(person, (connections.get(person) ?? 0) + 1);
      let isOpen = true;
      return {
        close() {
          if (isOpen) disconnect(person);
          isOpen = false;
        },
      };
    },
    touch,
    lastSeenMs: (person) => (connections.has(person) ? time.nowMs() : (seen.get(person) ?? startedMs)),
  };
}
