import { accessSync, constants } from 'node:fs';
import type { GameId } from '@chessmith/game';
import { type Outbox, type Store, StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { type DatabasePath, databaseFile } from './database-path.js';
import { sqliteDirectory } from './directory.js';
import { Corruption } from './errors.js';
import { sqliteGames } from './games.js';
import { assertLibrary } from './library.js';
import { APPLICATION_ID, MIGRATIONS } from './migrations.js';
import { sqliteOutbox } from './outbox.js';
import { sqlitePeople } from './people.js';
import { openReader, type Reader } from './reader.js';
import { sqliteRulesets } from './rulesets.js';
import type { Writer } from './writer.js';

/** A read-only store for tools. A server may write to the same file meanwhile. */
export type SqliteArchive = Pick<Store, 'games' | 'directory' | 'people' | 'rulesets'> & {
  readonly outbox: Pick<Outbox, 'waiting'>;
  /** Corruption of the file, and contradictions between its tables. */
  problems(): AsyncIterable<ArchiveProblem>;
  close(): void;
};

export type ArchiveProblem = { readonly game: GameId | null; readonly problem: string };

/** Opens a store for reading. Throws `StoreUnavailable` if it does not exist or has another schema version. */
export function openSqliteArchive(path: DatabasePath): SqliteArchive {
  const file = databaseFile(path);
  assertLibrary();
  assertReadable(file);
  const reader = readerOf(file);
  return {
    games: sqliteGames(reader, READ_ONLY),
    directory: sqliteDirectory(reader, READ_ONLY),
    people: sqlitePeople(reader, READ_ONLY),
    rulesets: sqliteRulesets(reader, READ_ONLY),
    outbox: sqliteOutbox(reader, READ_ONLY),
    problems: () => findProblems(reader),
    close: reader.close,
  };
}

/**
 * Throws `StoreUnavailable` if the file is missing or unreadable. SQLite would only say that it cannot open the file; this
 * tells a missing file from missing permissions.
 */
export function assertReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? `there is no ${file}` : `${file} cannot be read: ${(cause as Error).message}`;
    throw new StoreUnavailable(why, { cause });
  }
}

function readerOf(file: string): Reader {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      assertApplication(db);
      assertCurrentSchema(db.pragma('user_version', { simple: true }) as number);
    } finally {
      db.close();
    }
    return openReader(file);
  } catch (cause) {
    throw new StoreUnavailable(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** A read-only tool cannot migrate the file; a server does, when it opens the folder. */
function assertCurrentSchema(version: number): void {
  const schemas = `schema ${version}; this version uses ${MIGRATIONS.length}`;
  if (version > MIGRATIONS.length) throw new Error(`a newer version of Chessmith wrote it (${schemas})`);
  if (version < MIGRATIONS.length) {
    throw new Error(`an older version of Chessmith wrote it (${schemas}); serve it, or a copy, once to migrate it`);
  }
}

/** Throws if the file is not a database of Chessmith. */
export function assertApplication(db: Database.Database): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new Error('this file is the database of another program');
  }
}

const refuse = () => Promise.reject(new StoreUnavailable('this store is open for reading only'));
const READ_ONLY: Writer = {
  write: refuse,
  readiness: () => ({ ready: false, reason: 'open for reading only' }),
  close: async () => {},
};

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

async function* findProblems(reader: Reader): AsyncGenerator<ArchiveProblem> {
  // Table by table, so that the event loop can do other work in between.
  for (const { name: table } of reader.all<{ name: string }>(TABLES)) {
    yield* corruptionAsProblem(() =>
      reader
        .all<{ integrity_check: string }>(`PRAGMA integrity_check(${table})`)
        .filter(({ integrity_check }) => integrity_check !== 'ok')
        .map(({ integrity_check }) => ({ game: null, problem: `${table}: ${integrity_check}` })),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield* corruptionAsProblem(() => reader.all<ArchiveProblem>(CONTRADICTIONS));
}

/** Corruption that prevents the check itself is one more problem. */
function corruptionAsProblem(check: () => readonly ArchiveProblem[]): readonly ArchiveProblem[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof Corruption) return [{ game: null, problem: error.message }];
    throw error;
  }
}

/** The hosts and players by the table `games`. `game_people` repeats them, and also keeps players who left a running game. */
const HOSTS_AND_PLAYERS = `
  SELECT host AS person, n FROM games WHERE host IS NOT NULL
  UNION SELECT white, n FROM games WHERE white IS NOT NULL
  UNION SELECT black, n FROM games WHERE black IS NOT NULL`;

const CONTRADICTIONS = `
  SELECT (SELECT id FROM games WHERE n = missing.n) AS game, 'its host or a player is missing from game_people' AS problem
    FROM (SELECT * FROM (${HOSTS_AND_PLAYERS}) EXCEPT SELECT person, n FROM game_people) AS missing
  UNION ALL
  SELECT (SELECT id FROM games WHERE n = extra.n), 'game_people has a person who is not in the game'
    FROM (SELECT person, n FROM game_people EXCEPT SELECT * FROM (${HOSTS_AND_PLAYERS}) EXCEPT SELECT actor, n FROM commits) AS extra
  UNION ALL
  SELECT (SELECT id FROM games WHERE n = commits.n), 'the index entry of its commit at version ' || first || ' is wrong'
    FROM commits WHERE place <= (SELECT place FROM filed) AND (
      place IS NOT (SELECT place FROM commit_versions AS v WHERE v.n = commits.n AND v.first = commits.first)
      OR place IS NOT (
        SELECT place FROM commit_keys AS k WHERE k.n = commits.n AND k.actor = commits.actor AND k.key = commits.key
      )
    )
  UNION ALL
  SELECT CASE WHEN json_valid(facts) THEN json_extract(facts, '$[0].open.game') END, 'it is missing from the list of games'
    FROM commits WHERE first = 1 AND n NOT IN (SELECT n FROM games)`;
