import { deferredIndex } from './deferred-index.mjs';
import { UNINDEXED } from './unindexed.mjs';
import { headOfRow } from './writer-messages.mjs';

/** @typedef {import('./messages.js').GameRow} GameRow */

/**
 * A game as the writer knows it. `keys` are hashes of the commands that are remembered: one that is not among them was
 * surely never accepted.
 * @typedef {{ readonly n: number, version: number, head: string, readonly keys: Set<number> }} KnownGame
 */

/** How many games are known at least; twice as many at most. */
const GAMES_KNOWN = 5000;
/** So many commits wait before some are filed; more where many come together, so that each page is touched less often. */
const MAY_WAIT = 64;
const BATCHES_MAY_WAIT = 80;
/** So many at once are still as good as one by one. */
const FEW = 2;
/** So few are filed at a time, since the commits that come meanwhile wait; all, where many come together anyway. */
const PORTION = 16;

/**
 * What the writer remembers of the file from one transaction to the next, so that it looks nothing up for a game that it
 * has just written to.
 * @param {import('better-sqlite3').Database} db
 * @param {import('./messages.js').WriterData} data
 */
export function openWriterCache(db, { synchronous, mayWait }) {
  const findGame = db.prepare('SELECT * FROM games WHERE id = ?');
  const findVersion = db.prepare(`SELECT max(last) FROM commits WHERE ${UNINDEXED} AND n = ?`).pluck();
  const findKeys = db
    .prepare(`
      SELECT actor, key FROM commit_keys WHERE n = ?
      UNION ALL SELECT actor, key FROM commits WHERE ${UNINDEXED} AND n = ?`)
    .raw();
  const findLast = db.prepare('SELECT coalesce(max(place), 0) FROM commits').pluck();
  const findFiled = db.prepare('SELECT place FROM filed').pluck();
  const foreignChanges = db.prepare('PRAGMA data_version').pluck();
  const fileUpTo = deferredIndex(db, synchronous);
  /** @type {Map<string, KnownGame>} */
  let known = new Map();
  /** @type {Map<string, KnownGame>} */
  let before = new Map();
  let lastPlace = -1;
  let filedPlace = -1;
  /** @type {unknown} */
  let changes;

  function forget() {
    known = new Map();
    before = new Map();
    lastPlace = -1;
  }

  function begin() {
    const now = foreignChanges.get();
    if (now !== changes) forget();
    changes = now;
    if (lastPlace >= 0) return;
    filedPlace = /** @type {number} */ (findFiled.get());
    lastPlace = Math.max(/** @type {number} */ (findLast.get()), filedPlace);
  }

  /** @param {string} id */
  function look(id) {
    const row = /** @type {GameRow | undefined} */ (findGame.get(id));
    if (row === undefined) return undefined;
    const { n } = row;
    const keys = /** @type {[string, string][]} */ (findKeys.all(n, n)).map(([actor, key]) => hashOf(actor, key));
    const version = /** @type {number | null} */ (findVersion.get(n)) ?? row.version;
    return know(id, { n, version, head: headOfRow(row), keys: new Set(keys) });
  }

  /**
   * @param {string} id
   * @param {KnownGame} game
   */
  function know(id, game) {
    if (known.size >= GAMES_KNOWN) {
      before = known;
      known = new Map();
    }
    known.set(id, game);
    return game;
  }

  return {
    /** At the beginning of each transaction: another program may have written to the file. */
    begin,
    /** After a transaction that was undone. */
    forget,
    /**
     * Files all that is not filed yet, or the first of them; not inside a transaction.
     * @param {'all' | 'some'} which
     */
    file(which) {
      begin();
      if (filedPlace === lastPlace) return;
      const isAll = which === 'all' || lastPlace - filedPlace > 2 * MAY_WAIT;
      const upTo = isAll ? lastPlace : Math.min(filedPlace + PORTION, lastPlace);
      fileUpTo(upTo);
      filedPlace = upTo;
    },
    hasUnfiled: () => filedPlace !== lastPlace,
    /**
     * Whether enough has come together to be filed, measured by how many come at once.
     * @param {number} together
     */
    isFull: (together) => lastPlace - filedPlace > (mayWait ?? Math.max(MAY_WAIT, BATCHES_MAY_WAIT * (together - FEW))),
    nextPlace() {
      lastPlace += 1;
      return lastPlace;
    },
    know,
    /** @param {string} id */
    drop(id) {
      known.delete(id);
      before.delete(id);
    },
    /**
     * @param {string} id
     * @returns {KnownGame | undefined}
     */
    game(id) {
      const game = known.get(id);
      if (game !== undefined) return game;
      const old = before.get(id);
      return old === undefined ? look(id) : know(id, old);
    },
  };
}

/**
 * A small integer, so that a set of them is small too.
 * @param {string} actor
 * @param {string} key
 */
export function hashOf(actor, key) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < actor.length; index++) hash = Math.imul(hash ^ actor.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ 0x0a, 0x01000193);
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}
