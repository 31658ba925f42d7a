import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { deferredIndex, UNINDEXED } from './deferred-index.js';
import type { GameRow, WriterData } from './messages.js';
import { headOfRow } from './writer-messages.js';

/** `keys` contains the hashes of all accepted commands: a command whose hash is missing is certainly new. */
export type CachedGame = { readonly n: number; version: number; head: string; readonly keys: Set<number> };

export type WriterCache = ReturnType<typeof openWriterCache>;

const MAX_GAMES = 10_000;
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
 */
export function openWriterCache(db: Database, { synchronous, maxUnindexed }: WriterData) {
  const findGame = db.prepare<[string], GameRow>('SELECT * FROM games WHERE id = ?');
  const findVersion = db
    .prepare<[number], number | null>(`SELECT max(last) FROM commits WHERE ${UNINDEXED} AND n = ?`)
    .pluck();
  const findKeys = db
    .prepare<[number, number], [actor: string, key: string]>(`
      SELECT actor, key FROM commit_keys WHERE n = ?
      UNION ALL SELECT actor, key FROM commits WHERE ${UNINDEXED} AND n = ?`)
    .raw();
  const findLast = db.prepare<[], number>('SELECT coalesce(max(place), 0) FROM commits').pluck();
  const findIndexedPlace = db.prepare<[], number>('SELECT place FROM filed').pluck();
  const foreignChanges = db.prepare<[], number>('PRAGMA data_version').pluck();
  const indexUpTo = deferredIndex(db, synchronous);
  const games = new LRUCache<string, CachedGame>({ max: MAX_GAMES });
  let lastPlace = -1;
  let indexedPlace = -1;
  let changes: number | undefined;

  function clear(): void {
    games.clear();
    lastPlace = -1;
  }

  function begin(): void {
    const now = foreignChanges.get();
    if (now !== changes) clear();
    changes = now;
    if (lastPlace >= 0) return;
    indexedPlace = findIndexedPlace.get()!;
    lastPlace = Math.max(findLast.get()!, indexedPlace);
  }

  function load(id: string): CachedGame | undefined {
    const row = findGame.get(id);
    if (row === undefined) return undefined;
    const { n } = row;
    const keys = findKeys.all(n, n).map(([actor, key]) => hashOf(actor, key));
    return add(id, { n, version: findVersion.get(n) ?? row.version, head: headOfRow(row), keys: new Set(keys) });
  }

  function add(id: string, game: CachedGame): CachedGame {
    games.set(id, game);
    return game;
  }

  return {
    /** To call at the start of each transaction: drops the cache if another process has written to the file. */
    begin,
    /** To call after a rollback. */
    clear,
    /** Indexes all unindexed commits, or the first of them. Not for use inside a transaction. */
    index(which: 'all' | 'some'): void {
      begin();
      if (indexedPlace === lastPlace) return;
      const isAll = which === 'all' || lastPlace - indexedPlace > 2 * MAX_UNINDEXED;
      const upTo = isAll ? lastPlace : Math.min(indexedPlace + INDEX_CHUNK, lastPlace);
      indexUpTo(upTo);
      indexedPlace = upTo;
    },
    hasUnindexed: (): boolean => indexedPlace !== lastPlace,
    /** Whether enough commits are unindexed to index some now, relative to the size of the last batch. */
    shouldIndex: (batchSize: number): boolean =>
      lastPlace - indexedPlace >
      (maxUnindexed ?? Math.max(MAX_UNINDEXED, UNINDEXED_PER_BATCHED_COMMIT * (batchSize - SMALL_BATCH))),
    nextPlace(): number {
      lastPlace += 1;
      return lastPlace;
    },
    add,
    remove: (id: string): void => void games.delete(id),
    game: (id: string): CachedGame | undefined => games.get(id) ?? load(id),
  };
}

/** A 30-bit FNV-1a hash of a command: V8 stores sets of small integers compactly. */
export function hashOf(actor: string, key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < actor.length; index++) hash = Math.imul(hash ^ actor.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ 0x0a, 0x01000193);
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}
