import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitTo, gameId, version as versionOf } from '@chessmith/service/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from './index.js';

test('the example of the README works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const facts = [{ type: 'GameCreated', schema: 1, open: {} }];
  const commit = commitTo(gameId(1), { key: 'create', facts });
  const version = versionOf(0);
  const store = await openSqliteStore({ folder });
  expect(await store.games.append(commit, version)).toEqual({ kind: 'appended', version: 1 });
  expect(await store.games.factsOf(commit.game)).toMatchObject({
    ok: true,
    value: [{ type: 'GameCreated', version: 1 }],
  });
  await store.close();
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const call of [
    'openSqliteStore({ folder',
    'store.games.append(commit, version)',
    'store.games.factsOf(commit.game)',
  ]) {
    expect(readme).toContain(call);
  }
});
