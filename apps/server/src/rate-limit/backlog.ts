/** Bytes written to clients that have not read them yet, over all connections of the process. */
export type Backlog = {
  /**
   * Registers what waits for one client; `drop` closes its connection. Released when it is read or the connection
   * closes.
   */
  hold(bytes: number, drop: () => void): BacklogEntry;
};

export type BacklogEntry = { update(bytes: number): void; release(): void };

const MOST_BYTES = 64 * 1024 * 1024;

/** Bounds the backlog: above the limit, the clients that have waited longest are disconnected. */
export function createBacklog(mostBytes = MOST_BYTES): Backlog {
  // Clients in the order in which they started to wait.
  const waiting = new Map<BacklogEntry, { bytes: number; readonly drop: () => void }>();
  let total = 0;

  function release(entry: BacklogEntry): void {
    total -= waiting.get(entry)?.bytes ?? 0;
    waiting.delete(entry);
  }

  function dropSlowest(): void {
    for (const [entry, { drop }] of waiting) {
      if (total <= mostBytes) return;
      release(entry);
      drop();
    }
  }

  return {
    hold(bytes, drop) {
      const entry: BacklogEntry = {
        update(now) {
          const known = waiting.get(entry);
          if (known === undefined) return;
          total += now - known.bytes;
          known.bytes = now;
          dropSlowest();
        },
        release: () => release(entry),
      };
      waiting.set(entry, { bytes: 0, drop });
      entry.update(bytes);
      return entry;
    },
  };
}
