import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS, migrate } from './migrations.mjs';

test('rulesets that were kept before they could be searched by their description can be found by it', () => {
  const db = new Database(':memory:');
  migrate(db, MIGRATIONS.slice(0, 2));
  const add = db.prepare(
    "INSERT INTO rulesets VALUES (NULL, ?, 'anna', 'War', 1, 'python', ?, 'public', NULL, 0, '# source')",
  );
  add.run('sha256:1', JSON.stringify({ about: { summary: 'Pawns only.' }, made: null }));
  migrate(db);
  expect(db.prepare('SELECT name, description FROM rulesets').all()).toEqual([
    { name: 'War', description: 'Pawns only.' },
  ]);
});
