import type { Database } from 'better-sqlite3';
import { UNINDEXED } from './deferred-index.js';
import type { GameRow, ListingHead, ListingRow, RelistRequest } from './messages.js';
import type { WriterCache } from './writer-cache.js';

/** Replaces a game's listing if the game is still at the version of the request. */
export function prepareRelist(db: Database, cache: WriterCache): (request: RelistRequest) => void {
  const findGame = db.prepare<[string], GameRow>('SELECT * FROM games WHERE id = ?');
  // For a game with an unindexed commit, readers take these columns from the commit's row.
  const updateCommit = db.prepare(`
    UPDATE commits SET active_at = ?, deadline = ? WHERE n = ? AND last = ? AND ${UNINDEXED}`);
  const rows = gameRows(db);
  return ({ game, version, listing: row }) => {
    if (cache.game(game)?.version !== version) return;
    const current = findGame.get(game)!;
    rows.update(current.n, version, current, row);
    updateCommit.run(row.active_at, row.deadline, current.n, version);
    cache.remove(game);
  };
}

/** Reads and writes the tables `games` and `game_people`. */
export function gameRows(db: Database) {
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
  // A player who left a running game and comes back still has a row.
  const insertPerson = db.prepare('INSERT OR IGNORE INTO game_people (person, n) VALUES (?, ?)');
  const deletePerson = db.prepare('DELETE FROM game_people WHERE person = ? AND n = ?');

  return {
    /** Inserts a placeholder, which `update` fills in the same transaction. Returns the number of the game. */
    insert: (id: string): number => Number(insertGame.run(id).lastInsertRowid),

    /** Whether another game has the alias or the join code. */
    taken(n: number, row: ListingHead): { readonly kind: 'alias-taken' | 'join-code-taken' } | undefined {
      if (row.situation === 'terminated') return undefined;
      if (row.alias !== null && findAlias.get(row.alias, n)) return { kind: 'alias-taken' };
      const isOpen = row.white === null || row.black === null;
      if (isOpen && row.join_code !== null && findJoinCode.get(row.join_code, n)) return { kind: 'join-code-taken' };
      return undefined;
    },

    update(n: number, version: number, before: ListingHead | undefined, row: ListingRow): void {
      const { situation, ruleset, is_private, host, white, black, alias, join_code } = row;
      const { created_at, active_at, deadline, summary } = row;
      updateGame.run(
        ...[version, situation, ruleset, is_private, host, white, black, alias, join_code],
        ...[created_at, active_at, deadline, summary, version, n],
      );
      const previous = hostAndPlayers(before);
      const current = hostAndPlayers(row);
      // A player who leaves a running game keeps it in their list.
      const wasRunning = before?.situation === 'running';
      for (const person of previous) if (!current.has(person) && !wasRunning) deletePerson.run(person, n);
      for (const person of current) if (!previous.has(person)) insertPerson.run(person, n);
    },
  };
}

function hostAndPlayers(row: ListingHead | undefined): ReadonlySet<string> {
  const people = row === undefined ? [] : [row.host, row.white, row.black];
  return new Set(people.filter((person) => person !== null));
}
