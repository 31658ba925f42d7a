import type { Outbox } from '@chessmith/service';
import { toMs } from './instants.js';
import type { SqlStatement } from './messages.js';
import { readJson } from './read-json.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type MessageRow = { readonly id: number; readonly topic: string; readonly body: string; readonly attempts: number };

export function sqliteOutbox(reader: Reader, writer: Writer): Outbox {
  const run = (statement: SqlStatement): Promise<unknown> => writer.write({ kind: 'run', statements: [statement] });
  return {
    async take(topic, now, until, limit) {
      const sql = `UPDATE outbox SET attempts = attempts + 1, due_at = ?
        WHERE id IN (SELECT id FROM outbox WHERE topic = ? AND due_at <= ? ORDER BY id LIMIT ?)
        RETURNING id, topic, body, attempts`;
      const [rows] = (await run([sql, toMs(until), topic, toMs(now), limit])) as [MessageRow[]];
      // RETURNING guarantees no order. An unreadable message stays in the table and does not block others.
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
