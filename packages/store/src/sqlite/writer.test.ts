import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SqlStatement } from './messages.js';
import { openWriter } from './writer.js';

test('the writer reports a full disk until a transaction has written something', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-writer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const writer = await openWriter({ file: join(folder, 'file.sqlite'), synchronous: 'FULL' });
  const run = (...statement: SqlStatement) => writer.write({ kind: 'run', statements: [statement] });
  const put = (name: string) => run('INSERT INTO settings (name, value) VALUES (?, ?)', name, 'x'.repeat(100_000));

  await put('one');
  await run('PRAGMA max_page_count = 1');
  await expect(put('two')).rejects.toThrow('SQLITE_FULL');
  expect(writer.readiness()).toMatchObject({ ready: false });
  await run('UPDATE outbox SET attempts = 1 WHERE id = 1');
  expect(writer.readiness()).toMatchObject({ ready: false });
  await run('PRAGMA max_page_count = 1000000');
  await put('two');
  expect(writer.readiness()).toEqual({ ready: true });
  await writer.close();
});
