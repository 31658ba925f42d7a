import { checksumOf } from './checksum.mjs';

/** @typedef {import('./messages.js').AppendOrder} AppendOrder */
/** @typedef {import('./messages.js').ListingRow} ListingRow */
/** @typedef {ListingRow & { n: number, version: number }} GameRow */

/**
 * Appends commits inside the transaction that is open. There is one writer, so what is looked up stays true until the
 * row is written; the unique indexes say the same once more.
 * @param {import('better-sqlite3').Database} db
 * @returns {(order: AppendOrder) => import('./messages.js').AppendAnswer}
 */
export function appending(db) {
  const findGame = db.prepare('SELECT * FROM games WHERE id = ?');
  const findCommit = db.prepare('SELECT last, body_hash, answer FROM commits WHERE n = ? AND actor = ? AND key = ?');
  const insertCommit = db.prepare(`
    INSERT INTO commits (n, first, last, actor, key, body_hash, at, facts, answer, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (n, actor, key) DO NOTHING`);
  const insertParcel = db.prepare('INSERT INTO outbox (topic, body) VALUES (?, ?)');
  const moveOn = db.prepare('UPDATE games SET version = ?, active_at = ?, deadline = ?, summary = ? WHERE n = ?');
  const lists = listing(db);

  return (order) => {
    const known = /** @type {GameRow | undefined} */ (findGame.get(order.game));
    const version = known?.version ?? 0;
    if (version !== order.expected) return repeated(known, order) ?? { kind: 'conflict', version: asVersion(version) };

    const isNewListing = known === undefined || differs(known, order.listing);
    if (isNewListing) {
      const answer = repeated(known, order) ?? lists.taken(known?.n ?? 0, order.listing);
      if (answer !== undefined) return answer;
    }
    const n = known?.n ?? lists.insert(order.game);
    const last = version + order.factCount;
    if (insert(n, version + 1, last, order) === 0) return repeated(known, order) ?? { kind: 'damaged' };

    const { active_at, deadline, summary } = order.listing;
    if (isNewListing) lists.update(n, last, known, order.listing);
    else moveOn.run(last, active_at, deadline, summary, n);
    for (const { topic, body } of order.parcels) insertParcel.run(topic, body);
    return { kind: 'appended', version: asVersion(last) };
  };

  /**
   * @param {number} n
   * @param {number} first
   * @param {number} last
   * @param {AppendOrder} order
   */
  function insert(n, first, last, { actor, key, bodyHash, at, facts, answer }) {
    const checksum = checksumOf({ n, first, last, actor, key, body_hash: bodyHash, at, facts, answer });
    return insertCommit.run(n, first, last, actor, key, bodyHash, at, facts, answer, checksum).changes;
  }

  /**
   * @param {GameRow | undefined} known
   * @param {AppendOrder} order
   * @returns {import('./messages.js').AppendAnswer | undefined}
   */
  function repeated(known, { actor, key, bodyHash }) {
    if (known === undefined) return undefined;
    const commit = /** @type {{ last: number, body_hash: string, answer: string } | undefined} */ (
      findCommit.get(known.n, actor, key)
    );
    if (commit === undefined) return undefined;
    if (commit.body_hash !== bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', version: commit.last, answer: commit.answer };
  }
}

/**
 * Writes a game's listing anew if the game is at the version that is meant.
 * @param {import('better-sqlite3').Database} db
 * @returns {(order: import('./messages.js').RelistOrder) => void}
 */
export function relisting(db) {
  const findGame = db.prepare('SELECT * FROM games WHERE id = ?');
  const lists = listing(db);
  return ({ game, version, listing: row }) => {
    const known = /** @type {GameRow | undefined} */ (findGame.get(game));
    if (known?.version === version) lists.update(known.n, version, known, row);
  };
}

/** @param {import('better-sqlite3').Database} db */
function listing(db) {
  const insertGame = db.prepare(`
    INSERT INTO games (id, version, situation, ruleset, is_private, created_at, active_at, summary)
    VALUES (?, 0, 'not-configured', '', 1, 0, 0, '')`);
  const updateGame = db.prepare(`
    UPDATE games SET version = ?, situation = ?, ruleset = ?, is_private = ?, host = ?, white = ?, black = ?, alias = ?,
      join_code = ?, created_at = ?, active_at = ?, deadline = ?, summary = ? WHERE n = ?`);
  const findAlias = db.prepare("SELECT n FROM games WHERE alias = ? AND situation <> 'terminated' AND n <> ?");
  const findJoinCode = db.prepare(`
    SELECT n FROM games
    WHERE join_code = ? AND situation <> 'terminated' AND (white IS NULL OR black IS NULL) AND n <> ?`);
  const insertPerson = db.prepare('INSERT INTO game_people (person, n) VALUES (?, ?)');
  const deletePerson = db.prepare('DELETE FROM game_people WHERE person = ? AND n = ?');

  return {
    /**
     * An unlisted row that the update fills.
     * @param {string} id
     */
    insert: (id) => Number(insertGame.run(id).lastInsertRowid),

    /**
     * @param {number} n
     * @param {ListingRow} row
     * @returns {{ kind: 'alias-taken' | 'join-code-taken' } | undefined}
     */
    taken(n, row) {
      if (row.situation === 'terminated') return undefined;
      if (row.alias !== null && findAlias.get(row.alias, n)) return { kind: 'alias-taken' };
      const isOpen = row.white === null || row.black === null;
      if (isOpen && row.join_code !== null && findJoinCode.get(row.join_code, n)) return { kind: 'join-code-taken' };
      return undefined;
    },

    /**
     * @param {number} n
     * @param {number} version
     * @param {ListingRow | undefined} before
     * @param {ListingRow} row
     */
    update(n, version, before, row) {
      const { situation, ruleset, is_private, host, white, black, alias, join_code } = row;
      const { created_at, active_at, deadline, summary } = row;
      updateGame.run(
        ...[version, situation, ruleset, is_private, host, white, black, alias, join_code],
        ...[created_at, active_at, deadline, summary, n],
      );
      const left = peopleOf(before);
      const here = peopleOf(row);
      for (const person of left) if (!here.has(person)) deletePerson.run(person, n);
      for (const person of here) if (!left.has(person)) insertPerson.run(person, n);
    },
  };
}

/**
 * Whether more has changed than every move changes. Only then are the indexes of these columns touched.
 * @param {ListingRow} a
 * @param {ListingRow} b
 */
function differs(a, b) {
  return (
    a.situation !== b.situation ||
    a.white !== b.white ||
    a.black !== b.black ||
    a.alias !== b.alias ||
    a.join_code !== b.join_code ||
    a.is_private !== b.is_private ||
    a.ruleset !== b.ruleset ||
    a.host !== b.host ||
    a.created_at !== b.created_at
  );
}

/**
 * @param {ListingRow | undefined} row
 * @returns {ReadonlySet<string>}
 */
function peopleOf(row) {
  const people = row === undefined ? [] : [row.host, row.white, row.black];
  return new Set(people.filter((person) => person !== null));
}

/** @param {number} number */
function asVersion(number) {
  return /** @type {import('@chessmith/game').Version} */ (number);
}
