import type { Outbox } from '@chessmith/service';
import { toMs } from './instants.js';
import type { SqlStatement } from './messages.js';
import { readJson } from './read-json.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type ParcelRow = { readonly id: number; readonly topic: string; readonly body: string; readonly attempts: number };

export function sqliteOutbox(reader: Reader, writer: Writer): Outbox {
  const run = (step: SqlStatement): Promise<unknown> => writer.perform({ kind: 'run', steps: [step] });
  return {
    async take(topic, now, until, limit) {
      const sql = `UPDATE outbox SET attempts = attempts + 1, due_at = ?
        WHERE id IN (SELECT id FROM outbox WHERE topic = ? AND due_at <= ? ORDER BY id LIMIT ?)
        RETURNING id, topic, body, attempts`;
      const [rows] = (await run([sql, toMs(until), topic, toMs(now), limit])) as [ParcelRow[]];
      // RETURNING promises no order. A parcel that cannot be read stays behind, and holds up no other.
      return rows
        .sort((a, b) => a.id - b.id)
        .flatMap((row) => {
          const body = readJson(row.body);
          return body === undefined ? [] : [{ ...row, body }];
        });
    },
    async settle(id) {
      await run(['DELETE FROM outbox WHERE id = ?', id]);
    },
    async postpone(id, until) {
      await run(['UPDATE outbox SET due_at = ? WHERE id = ?', toMs(until), id]);
    },
    async waiting(topic) {
      return reader.get<{ count: number }>('SELECT count(*) AS count FROM outbox WHERE topic = ?', topic)?.count ?? 0;
    },
  };
}
