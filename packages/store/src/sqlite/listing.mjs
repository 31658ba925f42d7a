import { UNINDEXED } from './unindexed.mjs';

/** @typedef {import('./messages.js').ListingRow} ListingRow */
/** @typedef {import('./messages.js').ListingHead} ListingHead */
/** @typedef {import('./messages.js').GameRow} GameRow */

/**
 * Writes a game's listing anew if the game is at the version that is meant.
 * @param {import('better-sqlite3').Database} db
 * @param {ReturnType<typeof import('./writer-cache.mjs').openWriterCache>} ledger
 * @returns {(order: import('./messages.js').RelistRequest) => void}
 */
export function relisting(db, ledger) {
  const findGame = db.prepare('SELECT * FROM games WHERE id = ?');
  // Where a commit is not filed yet, its row says what is newest.
  const updateCommit = db.prepare(`
    UPDATE commits SET active_at = ?, deadline = ? WHERE n = ? AND last = ? AND ${UNINDEXED}`);
  const lists = listing(db);
  return ({ game, version, listing: row }) => {
    if (ledger.game(game)?.version !== version) return;
    const known = /** @type {GameRow} */ (findGame.get(game));
    lists.update(known.n, version, known, row);
    updateCommit.run(row.active_at, row.deadline, known.n, version);
    ledger.drop(game);
  };
}

/** The rows of games, and who is in them. @param {import('better-sqlite3').Database} db */
export function listing(db) {
  const insertGame = db.prepare(`
    INSERT INTO games (id, version, situation, ruleset, is_private, created_at, active_at, summary, summary_version)
    VALUES (?, 0, 'not-configured', '', 1, 0, 0, '', 0)`);
  const updateGame = db.prepare(`
    UPDATE games SET version = ?, situation = ?, ruleset = ?, is_private = ?, host = ?, white = ?, black = ?, alias = ?,
      join_code = ?, created_at = ?, active_at = ?, deadline = ?, summary = ?, summary_version = ? WHERE n = ?`);
  const findAlias = db.prepare("SELECT n FROM games WHERE alias = ? AND situation <> 'terminated' AND n <> ?");
  const findJoinCode = db.prepare(`
    SELECT n FROM games
    WHERE join_code = ? AND situation <> 'terminated' AND (white IS NULL OR black IS NULL) AND n <> ?`);
  // Who left a running game and comes back is still there.
  const insertPerson = db.prepare('INSERT OR IGNORE INTO game_people (person, n) VALUES (?, ?)');
  const deletePerson = db.prepare('DELETE FROM game_people WHERE person = ? AND n = ?');

  return {
    /**
     * An unlisted row that the update fills.
     * @param {string} id
     */
    insert: (id) => Number(insertGame.run(id).lastInsertRowid),

    /**
     * @param {number} n
     * @param {ListingHead} row
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
     * @param {ListingHead | undefined} before
     * @param {ListingRow} row
     */
    update(n, version, before, row) {
      const { situation, ruleset, is_private, host, white, black, alias, join_code } = row;
      const { created_at, active_at, deadline, summary } = row;
      updateGame.run(
        ...[version, situation, ruleset, is_private, host, white, black, alias, join_code],
        ...[created_at, active_at, deadline, summary, version, n],
      );
      const left = peopleOf(before);
      const here = peopleOf(row);
      // Whoever has played finds the game again, also after leaving it.
      const hasRun = before?.situation === 'running';
      for (const person of left) if (!here.has(person) && !hasRun) deletePerson.run(person, n);
      for (const person of here) if (!left.has(person)) insertPerson.run(person, n);
    },
  };
}

/**
 * @param {ListingHead | undefined} row
 * @returns {ReadonlySet<string>}
 */
function peopleOf(row) {
  const people = row === undefined ? [] : [row.host, row.white, row.black];
  return new Set(people.filter((person) => person !== null));
}
