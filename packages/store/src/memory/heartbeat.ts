import type { Instant } from '@chessmith/game';
import type { Heartbeat } from '@chessmith/service';

export function memoryHeartbeat(assertOpen: () => void): Heartbeat {
  let aliveAt: Instant | undefined;
  let totalDownMs = 0;
  return {
    lastBeat: async () => aliveAt,
    async beat(now) {
      assertOpen();
      if (aliveAt === undefined || now > aliveAt) aliveAt = now;
    },
    async recordStartup(now) {
      assertOpen();
      const before = aliveAt;
      const downMs = before === undefined ? 0 : Math.max(Date.parse(now) - Date.parse(before), 0);
      totalDownMs += downMs;
      aliveAt = now;
      return before === undefined ? { downMs, totalDownMs } : { aliveAt: before, downMs, totalDownMs };
    },
  };
}
