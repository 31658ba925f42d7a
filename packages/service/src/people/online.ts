import type { PersonId } from '@chessmith/people';
import type { Connection } from '../facets/people.js';
import type { Time } from '../time.js';

/** Tracks who is connected to this server or has sent a request lately. In memory only. */
export type Online = {
  /** The person is online until all of their connections are closed. */
  connect(person: PersonId): Connection;
  /** Records that the person has just sent a request. */
  touch(person: PersonId): void;
  /**
   * When the person was last seen, in milliseconds since 1970: now while connected; never before this process started.
   */
  lastSeenMs(person: PersonId): number;
};

/** `rememberMs`: how long the time of the last request is kept. */
export function trackOnline({ time, rememberMs }: { readonly time: Time; readonly rememberMs: number }): Online {
  const startedMs = time.nowMs();
  const connections = new Map<PersonId, number>();
  // The person who was seen longest ago comes first.
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
