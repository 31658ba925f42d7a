import { UNFILED } from './unfiled.mjs';

/** @typedef {import('better-sqlite3').Database} Database */

/**
 * Files commits, in transactions of its own: puts those behind the place in `filed` into the two indexes, and brings
 * their games' rows up to date. Sorted and together that takes a fraction of what it takes for each alone, since the
 * commits of a game share their pages; and whatever ends the process, the next one goes on from the same place.
 * @param {Database} db
 * @returns {() => void}
 */
export function filing(db) {
  const all = statements(db, '');
  const ofGame = statements(db, 'AND n = ?');
  const gamesToFile = db.prepare(`SELECT DISTINCT n FROM commits WHERE ${UNFILED}`).pluck();
  const setFiled = db.prepare('UPDATE filed SET place = (SELECT max(place) FROM commits)');
  const fileAll = db.transaction(() => {
    all.index();
    all.list();
    setFiled.run();
  }).immediate;
  const indexGame = db.transaction((/** @type {number} */ n) => ofGame.index(n)).immediate;
  const listGame = db.transaction((/** @type {number} */ n) => ofGame.list(n)).immediate;

  /**
   * Where a page makes no sense, the games on it must not keep the others from being filed. Their rows in the list of
   * games say more facts than are found then, which is how whoever reads them notices.
   */
  function fileOneByOne() {
    for (const n of /** @type {number[]} */ (gamesToFile.all())) {
      despiteDamage(() => indexGame(n));
      despiteDamage(() => listGame(n));
    }
    setFiled.run();
  }

  return () => {
    if (!despiteDamage(fileAll)) fileOneByOne();
  };
}

/**
 * @param {Database} db
 * @param {string} which
 */
function statements(db, which) {
  const versions = db.prepare(`
    INSERT INTO commit_versions SELECT n, first, place FROM commits WHERE ${UNFILED} ${which} ORDER BY n, first`);
  const keys = db.prepare(`
    INSERT INTO commit_keys SELECT n, actor, key, place FROM commits WHERE ${UNFILED} ${which} ORDER BY n, actor, key`);
  // With max() SQLite takes the other columns from the row that has it.
  const games = db.prepare(`
    UPDATE games SET version = newest.last, active_at = newest.active_at, deadline = newest.deadline,
      summary = newest.summary
    FROM (
      SELECT n, max(last) AS last, active_at, deadline, summary FROM commits WHERE ${UNFILED} ${which} GROUP BY n
    ) AS newest
    WHERE games.n = newest.n`);
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
