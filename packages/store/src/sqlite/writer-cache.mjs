import { deferredIndex } from './deferred-index.mjs';
import { UNINDEXED } from './unindexed.mjs';
import { headOfRow } from './writer-messages.mjs';

/** @typedef {import('./messages.js').GameRow} GameRow */

/**
 * A cached game. `keys` contains the hashes of all accepted commands: a command whose hash is missing is certainly new.
 * @typedef {{ readonly n: number, version: number, head: string, readonly keys: Set<number> }} CachedGame
 */

/** The cache has two generations of this size: it keeps between 5,000 and 10,000 games. */
const GAMES_PER_GENERATION = 5000;
/** Indexing starts after this many unindexed commits; later for large batches, so that it touches each page less often. */
const MAX_UNINDEXED = 64;
const UNINDEXED_PER_BATCHED_COMMIT = 80;
/** Batches up to this size count as single commits. */
const SMALL_BATCH = 2;
/** Few commits are indexed at a time, since new commits wait meanwhile; under load all are indexed at once. */
const INDEX_CHUNK = 16;

/**
 * The writer's cache of games between transactions: a commit to a cached game needs no look-up. It also decides when to
 * index commits.
 * @param {import('better-sqlite3').Database} db
 * @param {import('./messages.js').WriterData} data
 */
export function openWriterCache(db, { synchronous, maxUnindexed }) {
  const findGame = db.prepare('SELECT * FROM games WHERE id = ?');
  const findVersion = db.prepare(`SELECT max(last) FROM commits WHERE ${UNINDEXED} AND n = ?`).pluck();
  const findKeys = db
    .prepare(`
      SELECT actor, key FROM commit_keys WHERE n = ?
      UNION ALL SELECT actor, key FROM commits WHERE ${UNINDEXED} AND n = ?`)
    .raw();
  const findLast = db.prepare('SELECT coalesce(max(place), 0) FROM commits').pluck();
  const findIndexedPlace = db.prepare('SELECT place FROM filed').pluck();
  const foreignChanges = db.prepare('PRAGMA data_version').pluck();
  const indexUpTo = deferredIndex(db, synchronous);
  /** @type {Map<string, CachedGame>} */
  let recent = new Map();
  /** @type {Map<string, CachedGame>} */
  let older = new Map();
  let lastPlace = -1;
  let indexedPlace = -1;
  /** @type {unknown} */
  let changes;

  function clear() {
    recent = new Map();
    older = new Map();
    lastPlace = -1;
  }

  function begin() {
    const now = foreignChanges.get();
    if (now !== changes) clear();
    changes = now;
    if (lastPlace >= 0) return;
    indexedPlace = /** @type {number} */ (findIndexedPlace.get());
    lastPlace = Math.max(/** @type {number} */ (findLast.get()), indexedPlace);
  }

  /** @param {string} id */
  function load(id) {
    const row = /** @type {GameRow | undefined} */ (findGame.get(id));
    if (row === undefined) return undefined;
    const { n } = row;
    const keys = /** @type {[string, string][]} */ (findKeys.all(n, n)).map(([actor, key]) => hashOf(actor, key));
    const version = /** @type {number | null} */ (findVersion.get(n)) ?? row.version;
    return add(id, { n, version, head: headOfRow(row), keys: new Set(keys) });
  }

  /**
   * @param {string} id
   * @param {CachedGame} game
   */
  function add(id, game) {
    if (recent.size >= GAMES_PER_GENERATION) {
      older = recent;
      recent = new Map();
    }
    recent.set(id, game);
    return game;
  }

  return {
    /** To call at the start of each transaction: drops the cache if another process has written to the file. */
    begin,
    /** To call after a rollback. */
    clear,
    /**
     * Indexes all unindexed commits, or the first of them. Not for use inside a transaction.
     * @param {'all' | 'some'} which
     */
    index(which) {
      begin();
      if (indexedPlace === lastPlace) return;
      const isAll = which === 'all' || lastPlace - indexedPlace > 2 * MAX_UNINDEXED;
      const upTo = isAll ? lastPlace : Math.min(indexedPlace + INDEX_CHUNK, lastPlace);
      indexUpTo(upTo);
      indexedPlace = upTo;
    },
    hasUnindexed: () => indexedPlace !== lastPlace,
    /**
     * Whether enough commits are unindexed to index some now, relative to the size of the last batch.
     * @param {number} batchSize
     */
    shouldIndex: (batchSize) =>
      lastPlace - indexedPlace >
      (maxUnindexed ?? Math.max(MAX_UNINDEXED, UNINDEXED_PER_BATCHED_COMMIT * (batchSize - SMALL_BATCH))),
    nextPlace() {
      lastPlace += 1;
      return lastPlace;
    },
    add,
    /** @param {string} id */
    remove(id) {
      recent.delete(id);
      older.delete(id);
    },
    /**
     * @param {string} id
     * @returns {CachedGame | undefined}
     */
    game(id) {
      const game = recent.get(id);
      if (game !== undefined) return game;
      const old = older.get(id);
      return old === undefined ? load(id) : add(id, old);
    },
  };
}

/**
 * A 30-bit FNV-1a hash of a command: V8 stores sets of small integers compactly.
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
