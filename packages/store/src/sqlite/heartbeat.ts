import type { Heartbeat } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type HeartbeatRow = { readonly alive_at: number; readonly total_down_ms: number };

const BEAT = `INSERT INTO heartbeat (only, alive_at, total_down_ms) VALUES (1, ?, 0)
  ON CONFLICT (only) DO UPDATE SET alive_at = max(alive_at, excluded.alive_at)`;

const WAKE = `INSERT INTO heartbeat (only, alive_at, total_down_ms) VALUES (1, ?, 0)
  ON CONFLICT (only) DO UPDATE SET
    total_down_ms = total_down_ms + max(excluded.alive_at - alive_at, 0),
    alive_at = excluded.alive_at
  RETURNING alive_at, total_down_ms`;

export function sqliteHeartbeat(reader: Reader, writer: Writer): Heartbeat {
  return {
    async lastBeat() {
      const row = reader.get<Pick<HeartbeatRow, 'alive_at'>>('SELECT alive_at FROM heartbeat');
      return row && fromMs(row.alive_at);
    },
    async beat(now) {
      await writer.write({ kind: 'run', statements: [[BEAT, toMs(now)]] });
    },
    async recordStartup(now) {
      const [[before], [after]] = (await writer.write({
        kind: 'run',
        statements: [['SELECT alive_at, total_down_ms FROM heartbeat'], [WAKE, toMs(now)]],
      })) as [[HeartbeatRow?], [HeartbeatRow]];
      const totalDownMs = after.total_down_ms;
      if (before === undefined) return { downMs: 0, totalDownMs };
      return { aliveAt: fromMs(before.alive_at), downMs: totalDownMs - before.total_down_ms, totalDownMs };
    },
  };
}
