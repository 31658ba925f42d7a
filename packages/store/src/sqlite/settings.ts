import type { Settings } from '@chessmith/service';
import type { SqlStatement } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

export function sqliteSettings(reader: Reader, writer: Writer): Settings {
  const run = (statement: SqlStatement): Promise<unknown> => writer.write({ kind: 'run', statements: [statement] });
  return {
    async get(name) {
      const row = reader.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name);
      return row && JSON.parse(row.value);
    },
    async set(name, value) {
      await run(['INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, JSON.stringify(value)]);
    },
    async remove(name) {
      await run(['DELETE FROM settings WHERE name = ?', name]);
    },
  };
}
