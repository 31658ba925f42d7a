import type { Database } from 'better-sqlite3';

/**
 * The migrations from an empty file to the current schema. A released migration never changes; new ones are appended.
 *
 * Commits are stored in the order of arrival (`place`), not by game: so commits of many games in one transaction share
 * pages, which halves the CPU time (measured). `first` and `last` are the versions of a commit's facts; `n` is the number of
 * the game. Instants are milliseconds since 1970.
 *
 * A commit is acknowledged once its row in `commits` is durable. Commits up to `filed.place` are also in the index tables
 * `commit_versions` and `commit_keys`, and the rows of their games are up to date. The few later ones are indexed in batches
 * (see `deferred-index.ts`); readers scan them.
 *
 * `games.summary_version` is the version that `summary` describes; most moves do not update it. `commits.summary` is no longer
 * used: dropping the column would rewrite every commit.
 */
export const MIGRATIONS = [
  `
  CREATE TABLE games (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    situation TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    host TEXT,
    white TEXT,
    black TEXT,
    alias TEXT,
    join_code TEXT,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    deadline INTEGER,
    summary TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX games_alias ON games (alias) WHERE alias IS NOT NULL AND situation <> 'terminated';
  CREATE UNIQUE INDEX games_join_code ON games (join_code)
    WHERE join_code IS NOT NULL AND situation <> 'terminated' AND (white IS NULL OR black IS NULL);
  CREATE INDEX games_public ON games (active_at DESC, n DESC) WHERE is_private = 0;
  CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;

  CREATE TABLE game_people (
    person TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (person, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE commits (
    place INTEGER PRIMARY KEY,
    n INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    actor TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    at INTEGER NOT NULL,
    facts TEXT NOT NULL,
    answer TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX commits_version ON commits (n, first);
  CREATE UNIQUE INDEX commits_key ON commits (n, actor, key);

  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT,
    name_key TEXT UNIQUE,
    secret_hash TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_person ON sessions (person);
  CREATE INDEX sessions_expiry ON sessions (expires_at);

  CREATE TABLE chat (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    room TEXT NOT NULL,
    by TEXT,
    text TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chat_by ON chat (by) WHERE by IS NOT NULL;

  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (topic, due_at);

  CREATE TABLE heartbeat (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    alive_at INTEGER NOT NULL,
    total_down_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE rulesets (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    author TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    form TEXT NOT NULL,
    card TEXT NOT NULL,
    visibility TEXT NOT NULL,
    fork_of TEXT,
    created_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    UNIQUE (author, name, version)
  ) STRICT;
  CREATE INDEX rulesets_public ON rulesets (n DESC) WHERE visibility = 'public';
  `,
  `
  ALTER TABLE rulesets ADD COLUMN description TEXT NOT NULL DEFAULT '';
  UPDATE rulesets SET description = coalesce(json_extract(card, '$.about.summary'), '');
  `,
  `
  CREATE TABLE commit_versions (
    n INTEGER NOT NULL,
    first INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (n, first)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE commit_keys (
    n INTEGER NOT NULL,
    actor TEXT NOT NULL,
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (n, actor, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE filed (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    place INTEGER NOT NULL
  ) STRICT;
  INSERT INTO commit_versions SELECT n, first, place FROM commits ORDER BY n, first;
  INSERT INTO commit_keys SELECT n, actor, key, place FROM commits ORDER BY n, actor, key;
  INSERT INTO filed SELECT 1, coalesce(max(place), 0) FROM commits;
  DROP INDEX commits_version;
  DROP INDEX commits_key;
  ALTER TABLE commits ADD COLUMN active_at INTEGER;
  ALTER TABLE commits ADD COLUMN deadline INTEGER;
  ALTER TABLE commits ADD COLUMN summary TEXT;
  `,
  `
  UPDATE games SET version = newest.last, active_at = newest.active_at, deadline = newest.deadline,
      summary = newest.summary
    FROM (
      SELECT n, max(last) AS last, active_at, deadline, summary FROM commits
      WHERE place > (SELECT place FROM filed) GROUP BY n
    ) AS newest
    WHERE games.n = newest.n;
  ALTER TABLE games ADD COLUMN summary_version INTEGER NOT NULL DEFAULT 0;
  UPDATE games SET summary_version = version;
  `,
  `
  ALTER TABLE chat ADD COLUMN key TEXT;
  CREATE UNIQUE INDEX chat_key ON chat (game, by, key) WHERE key IS NOT NULL;
  `,
  // Waiting games have a deadline from this version on. Old ones get one in the past, so that the server looks at them at once.
  `
  UPDATE games SET deadline = active_at
    WHERE deadline IS NULL AND situation IN ('not-configured', 'waiting-for-players', 'ready');
  UPDATE commits SET deadline = active_at
    WHERE place > (SELECT place FROM filed) AND deadline IS NULL
      AND n IN (SELECT n FROM games WHERE situation IN ('not-configured', 'waiting-for-players', 'ready'));
  `,
  // All people so far are guests, whose names need no longer be unique. Only unique names have a key.
  `
  UPDATE people SET name_key = NULL WHERE name_key IS NOT NULL;
  `,
];

/** "ChSm" in SQLite's header field for the application. */
export const APPLICATION_ID = 0x4368536d;

/**
 * Migrates the file to the current schema. Each migration and its number are one transaction, so that a killed process
 * leaves no half migration.
 */
export function migrate(db: Database, steps: readonly string[] = MIGRATIONS): void {
  const step = db.transaction(() => {
    const done = db.pragma('user_version', { simple: true }) as number;
    const id = db.pragma('application_id', { simple: true });
    const isNew = done === 0 && id === 0 && db.pragma('schema_version', { simple: true }) === 0;
    if (!isNew && id !== APPLICATION_ID) throw new Error('this file is the database of another program');
    if (done > steps.length) {
      throw new Error(
        `a newer version of Chessmith wrote this file (schema ${done}; this version uses ${steps.length})`,
      );
    }
    const sql = steps[done];
    if (sql === undefined) return false;
    db.exec(sql);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${done + 1}`);
    return true;
  });
  while (step.immediate());
}
