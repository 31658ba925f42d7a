import type { Database } from 'better-sqlite3';

/** SQL condition: commits that no index contains yet; see `migrations.ts`. They are few, so that a scan is fast. */
export const UNINDEXED = 'place > (SELECT place FROM filed)';

/** The commits of one run: unindexed, up to a place. */
const CHUNK = `${UNINDEXED} AND place <= ?`;

/**
 * Indexes commits up to a place, in its own transactions: adds the commits after `filed.place` to the two index tables and
 * updates their games' rows. Sorted batches take a fraction of the time of single inserts, since the commits of a game share
 * pages. After a crash, the next process continues from the same place. `synchronous` says how commits wait for the disk.
 */
export function deferredIndex(db: Database, synchronous: 'FULL' | 'OFF'): (upTo: number) => void {
  const all = statements(db, '');
  const ofGame = statements(db, 'AND n = ?');
  const gamesToIndex = db.prepare<[number], number>(`SELECT DISTINCT n FROM commits WHERE ${CHUNK}`).pluck();
  const setIndexedPlace = db.prepare('UPDATE filed SET place = ?');
  const indexAll = db.transaction((upTo: number) => {
    all.index(upTo);
    all.list(upTo);
    setIndexedPlace.run(upTo);
  }).immediate;
  const indexGame = db.transaction(ofGame.index).immediate;
  const listGame = db.transaction(ofGame.list).immediate;

  /**
   * A corrupt page must not keep other games from being indexed. For the games on it, `games.version` then exceeds the facts
   * that are found, and readers report them as damaged.
   */
  function indexGameByGame(upTo: number): void {
    for (const n of gamesToIndex.all(upTo)) {
      succeeds(() => indexGame(upTo, n));
      succeeds(() => listGame(upTo, n));
    }
    setIndexedPlace.run(upTo);
  }

  return (upTo) => {
    // No fsync needed: the next commit syncs these pages too, and after a crash the indexing is repeated.
    if (synchronous === 'FULL') db.pragma('synchronous = NORMAL');
    try {
      if (!succeeds(() => indexAll(upTo))) indexGameByGame(upTo);
    } finally {
      db.pragma(`synchronous = ${synchronous}`);
    }
  };
}

function statements(db: Database, which: string) {
  const versions = db.prepare(`
    INSERT INTO commit_versions SELECT n, first, place FROM commits WHERE ${CHUNK} ${which} ORDER BY n, first`);
  const keys = db.prepare(`
    INSERT INTO commit_keys SELECT n, actor, key, place FROM commits WHERE ${CHUNK} ${which} ORDER BY n, actor, key`);
  // SQLite takes the bare columns from the row that has the max().
  const games = db.prepare(`
    UPDATE games SET version = newest.last, active_at = newest.active_at, deadline = newest.deadline
    FROM (SELECT n, max(last) AS last, active_at, deadline FROM commits WHERE ${CHUNK} ${which} GROUP BY n) AS newest
    WHERE games.n = newest.n AND games.version < newest.last`);
  return {
    index(...values: number[]) {
      versions.run(...values);
      keys.run(...values);
    },
    list: (...values: number[]) => games.run(...values),
  };
}

/** False if the file is corrupt or contains a duplicate; other errors are thrown. */
function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (/^SQLITE_(?:CORRUPT|CONSTRAINT)/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}
