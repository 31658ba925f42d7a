import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS, migrate } from './migrations.js';

test('migration 5 applies unindexed commits to the rows of their games', () => {
  const db = new Database(':memory:');
  migrate(db, MIGRATIONS.slice(0, 4));
  const game = db.prepare(
    `INSERT INTO games (id, version, situation, ruleset, is_private, created_at, active_at, summary)
     VALUES (?, 1, 'running', 'standard', 0, 0, 5, '{"ply":0}')`,
  );
  const commit = db.prepare(
    `INSERT INTO commits (n, first, last, actor, key, body_hash, at, facts, answer, checksum, active_at, deadline, summary)
     VALUES (?, ?, ?, 'anna', ?, '', 0, '[]', '{}', 0, ?, ?, ?)`,
  );
  for (const id of ['moved', 'still']) game.run(id);
  for (const n of [1, 2]) commit.run(n, 1, 1, 'm1', 5, null, '{"ply":0}');
  db.exec('UPDATE filed SET place = 2');
  commit.run(1, 2, 2, 'm2', 6, 9, '{"ply":1}');
  commit.run(1, 3, 4, 'm3', 7, 10, '{"ply":2}');
  migrate(db);
  expect(
    db.prepare('SELECT id, version, active_at, deadline, summary, summary_version FROM games ORDER BY n').all(),
  ).toEqual([
    { id: 'moved', version: 4, active_at: 7, deadline: 10, summary: '{"ply":2}', summary_version: 4 },
    { id: 'still', version: 1, active_at: 5, deadline: null, summary: '{"ply":0}', summary_version: 1 },
  ]);
});

test('migration 3 gives stored rulesets a searchable description', () => {
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

test('migration 6 keeps chat lines without keys', () => {
  const db = new Database(':memory:');
  migrate(db, MIGRATIONS.slice(0, 5));
  const say = "INSERT INTO chat (game, number, room, by, text, at) VALUES ('game', ?, 'all', 'anna', 'hello', 0)";
  for (const number of [1, 2]) db.prepare(say).run(number);
  migrate(db);
  db.prepare(say).run(3);
  expect(db.prepare('SELECT number, by, text, key FROM chat').all()).toEqual(
    [1, 2, 3].map((number) => ({ number, by: 'anna', text: 'hello', key: null })),
  );
});

test('migration 7 gives waiting games a deadline', () => {
  const db = new Database(':memory:');
  migrate(db, MIGRATIONS.slice(0, 6));
  const game = db.prepare(
    `INSERT INTO games (id, version, situation, ruleset, is_private, created_at, active_at, deadline, summary)
     VALUES (?, 1, ?, 'standard', 0, 0, 5, ?, '{}')`,
  );
  for (const situation of ['not-configured', 'waiting-for-players', 'ready', 'terminated']) {
    game.run(situation, situation, null);
  }
  game.run('running', 'running', 9);
  const commit = db.prepare(
    `INSERT INTO commits (n, first, last, actor, key, body_hash, at, facts, answer, checksum, active_at)
     VALUES (?, 1, 1, 'anna', 'key', '', 0, '[]', '{}', 0, 5)`,
  );
  for (const n of [2, 4]) commit.run(n);
  migrate(db);
  expect(db.prepare('SELECT id, deadline FROM games ORDER BY n').all()).toEqual([
    { id: 'not-configured', deadline: 5 },
    { id: 'waiting-for-players', deadline: 5 },
    { id: 'ready', deadline: 5 },
    { id: 'terminated', deadline: null },
    { id: 'running', deadline: 9 },
  ]);
  expect(db.prepare('SELECT n, deadline FROM commits').all()).toEqual([
    { n: 2, deadline: 5 },
    { n: 4, deadline: null },
  ]);
});

test('migration 8 lets guests share a name', () => {
  const db = new Database(':memory:');
  migrate(db, MIGRATIONS.slice(0, 7));
  const add = db.prepare(
    "INSERT INTO people (id, name, name_key, secret_hash, created_at) VALUES (?, 'Zoe', ?, 's', 0)",
  );
  add.run('one', 'zoe');
  migrate(db);
  add.run('other', null);
  expect(db.prepare('SELECT id, name, name_key FROM people ORDER BY id').all()).toEqual([
    { id: 'one', name: 'Zoe', name_key: null },
    { id: 'other', name: 'Zoe', name_key: null },
  ]);
});
