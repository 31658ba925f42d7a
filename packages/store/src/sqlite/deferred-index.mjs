import { UNINDEXED } from './unindexed.mjs';

/** @typedef {import('better-sqlite3').Database} Database */

/** What is filed at one time: the unfiled ones up to a place. */
const PORTION = `${UNINDEXED} AND place <= ?`;

/**
 * Files commits up to a place, in transactions of its own: puts those behind the place in `filed` into the two indexes,
 * and brings their games' rows up to date. Sorted and together that takes a fraction of what it takes for each alone, since
 * the commits of a game share their pages; and whatever ends the process, the next one goes on from the same place.
 * @param {Database} db
 * @param {'FULL' | 'OFF'} synchronous how commits wait for the disk
 * @returns {(upTo: number) => void}
 */
export function deferredIndex(db, synchronous) {
  const all = statements(db, '');
  const ofGame = statements(db, 'AND n = ?');
  const gamesToFile = db.prepare(`SELECT DISTINCT n FROM commits WHERE ${PORTION}`).pluck();
  const setFiled = db.prepare('UPDATE filed SET place = ?');
  const fileAll = db.transaction((/** @type {number} */ upTo) => {
    all.index(upTo);
    all.list(upTo);
    setFiled.run(upTo);
  }).immediate;
  const indexGame = db.transaction((/** @type {number[]} */ ...which) => ofGame.index(...which)).immediate;
  const listGame = db.transaction((/** @type {number[]} */ ...which) => ofGame.list(...which)).immediate;

  /**
   * Where a page makes no sense, the games on it must not keep the others from being filed. Their rows in the list of
   * games say more facts than are found then, which is how whoever reads them notices.
   */
  function fileOneByOne(/** @type {number} */ upTo) {
    for (const n of /** @type {number[]} */ (gamesToFile.all(upTo))) {
      despiteDamage(() => indexGame(upTo, n));
      despiteDamage(() => listGame(upTo, n));
    }
    setFiled.run(upTo);
  }

  return (upTo) => {
    // Nobody waits for it: it is on the disk with the commit that follows, and done anew if it never was.
    if (synchronous === 'FULL') db.pragma('synchronous = NORMAL');
    try {
      if (!despiteDamage(() => fileAll(upTo))) fileOneByOne(upTo);
    } finally {
      db.pragma(`synchronous = ${synchronous}`);
    }
  };
}

/**
 * @param {Database} db
 * @param {string} which
 */
function statements(db, which) {
  const versions = db.prepare(`
    INSERT INTO commit_versions SELECT n, first, place FROM commits WHERE ${PORTION} ${which} ORDER BY n, first`);
  const keys = db.prepare(`
    INSERT INTO commit_keys SELECT n, actor, key, place FROM commits WHERE ${PORTION} ${which} ORDER BY n, actor, key`);
  // With max() SQLite takes the other columns from the row that has it.
  const games = db.prepare(`
    UPDATE games SET version = newest.last, active_at = newest.active_at, deadline = newest.deadline
    FROM (SELECT n, max(last) AS last, active_at, deadline FROM commits WHERE ${PORTION} ${which} GROUP BY n) AS newest
    WHERE games.n = newest.n AND games.version < newest.last`);
  return {
    index(/** @type {number[]} */ ...values) {
      versions.run(...values);
      keys.run(...values);
    },
    list: (/** @type {number[]} */ ...values) => games.run(...values),
  };
}

/**
 * Whether it could be done; false where the file makes no sense, or says twice what is said once.
 * @param {() => unknown} work
 */
function despiteDamage(work) {
  try {
    work();
    return true;
  } catch (error) {
    const code = /** @type {{ code?: unknown }} */ (error).code;
    if (/^SQLITE_(?:CORRUPT|CONSTRAINT)/.test(String(code))) return false;
    throw error;
  }
}
