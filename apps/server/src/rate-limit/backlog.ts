/** Bytes written to clients that have not read them yet, over all connections of the process. */
export type Backlog = {
  /**
   * Registers what waits for one client; `drop` closes its connection. Released when it is read or the connection
   * closes.
   */
  hold(bytes: number, drop: () => void): Held;
};

export type Held = { update(bytes: number): void; release(): void };

const MOST_BYTES = 64 * 1024 * 1024;

/** Bounds the backlog: above the limit, the clients that have waited longest are disconnected. */
export function openBacklog(mostBytes = MOST_BYTES): Backlog {
  // In the order in which they started to wait.
  const waiting = new Map<Held, { bytes: number; readonly drop: () => void }>();
  let total = 0;

  function release(held: Held): void {
    total -= waiting.get(held)?.bytes ?? 0;
    waiting.delete(held);
  }

  function dropSlowest(): void {
    for (const [held, { drop }] of waiting) {
      if (total <= mostBytes) return;
      release(held);
      drop();
    }
  }

  return {
    hold(bytes, drop) {
      const held: Held = {
        update(now) {
          const known = waiting.get(held);
          if (known === undefined) return;
          total += now - known.bytes;
          known.bytes = now;
          dropSlowest();
        },
        release: () => release(held),
      };
      waiting.set(held, { bytes: 0, drop });
      held.update(bytes);
      return held;
    },
  };
}
