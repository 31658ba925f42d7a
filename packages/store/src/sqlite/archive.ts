import { accessSync, constants } from 'node:fs';
import type { GameId } from '@chessmith/game';
import { type Store, StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';
import { Corruption } from './corruption.js';
import { type DatabasePath, fileIn } from './database-path.js';
import { sqliteDirectory } from './directory.js';
import { sqliteGames } from './games.js';
import { assertLibrary } from './library.js';
import { APPLICATION_ID, MIGRATIONS } from './migrations.mjs';
import { sqlitePeople } from './people.js';
import { openReader, type Reader } from './reader.js';
import { sqliteRulesets } from './rulesets.js';
import type { Writer } from './writer.js';

/** What is stored, for tools that only look. A server may go on writing meanwhile. */
export type SqliteArchive = Pick<Store, 'games' | 'directory' | 'people' | 'rulesets'> & {
  /** What is wrong with the file itself, and where its tables contradict each other. */
  flaws(): AsyncIterable<ArchiveProblem>;
  close(): void;
};

export type ArchiveProblem = { readonly game: GameId | null; readonly problem: string };

/** Opens a store for reading. Throws `StoreUnavailable` when there is none, or one of another version. */
export function openSqliteArchive(place: DatabasePath): SqliteArchive {
  const file = fileIn(place);
  assertLibrary();
  assertReadable(file);
  const reader = readerOf(file);
  return {
    games: sqliteGames(reader, NO_WRITER),
    directory: sqliteDirectory(reader, NO_WRITER),
    people: sqlitePeople(reader, NO_WRITER),
    rulesets: sqliteRulesets(reader, NO_WRITER),
    flaws: () => flawsIn(reader),
    close: reader.close,
  };
}

/**
 * Throws `StoreUnavailable` where there is nothing to read. A file in a folder that one may not look into is not a missing
 * one, and SQLite would only say that it cannot open it.
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
      assertOurs(db);
      assertOurVersion(db.pragma('user_version', { simple: true }) as number);
    } finally {
      db.close();
    }
    return openReader(file);
  } catch (cause) {
    throw new StoreUnavailable(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Who only looks brings nothing up to date; a server does, when it opens the folder. */
function assertOurVersion(step: number): void {
  const steps = `its step is ${step}; this version knows ${MIGRATIONS.length}`;
  if (step > MIGRATIONS.length) throw new Error(`it was written by a newer version (${steps})`);
  if (step < MIGRATIONS.length) {
    throw new Error(`it was written by an older version (${steps}); serve it, or a copy, once to bring it up to date`);
  }
}

/** Throws if this is a database of another program, or none. */
export function assertOurs(db: Database.Database): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new Error('this file is a database of another program');
  }
}

const refused = () => Promise.reject(new StoreUnavailable('this store is open for reading only'));
const NO_WRITER: Writer = {
  perform: refused,
  readiness: () => ({ ready: false, reason: 'open for reading only' }),
  close: async () => {},
};

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

async function* flawsIn(reader: Reader): AsyncGenerator<ArchiveProblem> {
  // Table by table, so that whoever else wants to work gets a turn.
  for (const { name: table } of reader.all<{ name: string }>(TABLES)) {
    yield* carefully(() =>
      reader
        .all<{ integrity_check: string }>(`PRAGMA integrity_check(${table})`)
        .filter(({ integrity_check }) => integrity_check !== 'ok')
        .map(({ integrity_check }) => ({ game: null, problem: `${table}: ${integrity_check}` })),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield* carefully(() => reader.all<ArchiveProblem>(CONTRADICTIONS));
}

/** What cannot be read at all is one more flaw. */
function carefully(look: () => readonly ArchiveProblem[]): readonly ArchiveProblem[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof Corruption) return [{ game: null, problem: error.message }];
    throw error;
  }
}

/** Who plays in a game stands twice: in the game's row, and in the index by person, where also those stay who left it while it ran. */
const SEATED = `
  SELECT host AS person, n FROM games WHERE host IS NOT NULL
  UNION SELECT white, n FROM games WHERE white IS NOT NULL
  UNION SELECT black, n FROM games WHERE black IS NOT NULL`;

const CONTRADICTIONS = `
  SELECT (SELECT id FROM games WHERE n = missing.n) AS game, 'a person of it would not find it' AS problem
    FROM (SELECT * FROM (${SEATED}) EXCEPT SELECT person, n FROM game_people) AS missing
  UNION ALL
  SELECT (SELECT id FROM games WHERE n = extra.n), 'somebody finds it who is no person of it'
    FROM (SELECT person, n FROM game_people EXCEPT SELECT * FROM (${SEATED}) EXCEPT SELECT actor, n FROM commits) AS extra
  UNION ALL
  SELECT (SELECT id FROM games WHERE n = commits.n), 'its commit of version ' || first || ' is filed wrongly'
    FROM commits WHERE place <= (SELECT place FROM filed) AND (
      place IS NOT (SELECT place FROM commit_versions AS v WHERE v.n = commits.n AND v.first = commits.first)
      OR place IS NOT (
        SELECT place FROM commit_keys AS k WHERE k.n = commits.n AND k.actor = commits.actor AND k.key = commits.key
      )
    )
  UNION ALL
  SELECT CASE WHEN json_valid(facts) THEN json_extract(facts, '$[0].open.game') END, 'it is not in the list of games'
    FROM commits WHERE first = 1 AND n NOT IN (SELECT n FROM games)`;
