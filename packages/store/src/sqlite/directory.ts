import type { Directory, GamePage, GameSearch, ListedGame, Page } from '@chessmith/service';
import { UNINDEXED } from './deferred-index.js';
import { Corruption } from './errors.js';
import { toMs } from './instants.js';
import { listedGame, listingRow } from './listing-row.js';
import type { GameRow } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

/** A condition of a WHERE clause, with its values. */
type Condition = readonly [sql: string, ...values: (string | number)[]];

const HEAD =
  'situation, ruleset, is_private, host, white, black, alias, join_code, created_at, summary, summary_version';
const COLUMNS = `n, id, version, active_at, deadline, ${HEAD}`;
const ANY_UNINDEXED = `SELECT 1 FROM commits WHERE ${UNINDEXED} LIMIT 1`;
// SQLite takes the bare columns from the row that has the max().
const UNINDEXED_GAMES = `SELECT n, max(last) AS version, active_at, deadline FROM commits WHERE ${UNINDEXED} GROUP BY n`;
const UNINDEXED_ROWS = `SELECT n, id, newest.version, newest.active_at, newest.deadline, ${HEAD}
  FROM games JOIN (${UNINDEXED_GAMES}) AS newest USING (n)`;
const UNFINISHED = "situation <> 'terminated'";
const OPEN_SEAT = `(${UNFINISHED} AND (white IS NULL OR black IS NULL))`;

export function sqliteDirectory(reader: Reader, writer: Writer): Directory {
  const one = (sql: string, value: string): ListedGame | undefined => {
    const [row] = rowsOf([[sql, value]], 'n', 1);
    return row && listedGame(row);
  };

  function rowsOf(conditions: readonly Condition[], order: string, limit: number): readonly GameRow[] {
    const where = conditions.map(([text]) => text).join(' AND ');
    const values = conditions.flatMap(([, ...some]) => some);
    const rest = `WHERE ${where} ORDER BY ${order} LIMIT ?`;
    const indexedOnly = () => reader.all<GameRow>(`SELECT * FROM games ${rest}`, ...values, limit);
    if (unlessCorrupt(() => reader.get(ANY_UNINDEXED)) === undefined) return indexedOnly();
    // Most rows are up to date and come sorted from an index; the few games with unindexed commits are scanned.
    // One query instead of two: a commit that is indexed in between would be missing from both.
    const withUnindexed = `
      SELECT * FROM (SELECT ${COLUMNS} FROM games WHERE n NOT IN (SELECT n FROM commits WHERE ${UNINDEXED}) AND ${where}
        ORDER BY ${order} LIMIT ?)
      UNION ALL SELECT * FROM (SELECT * FROM (${UNINDEXED_ROWS}) ${rest})
      ORDER BY ${order} LIMIT ?`;
    return (
      unlessCorrupt(() => reader.all<GameRow>(withUnindexed, ...values, limit, ...values, limit, limit)) ??
      indexedOnly()
    );
  }

  function latestFirst(conditions: readonly Condition[], { limit, after }: Page): GamePage {
    const where = after === undefined ? conditions : [...conditions, afterCursor(after)];
    const rows = rowsOf(where, 'active_at DESC, n DESC', limit + 1);
    return pageOf(rows, limit, ({ active_at, n }) => `${active_at}.${n}`);
  }

  return {
    async game(id) {
      return one('id = ?', id);
    },
    async gameByAlias(alias) {
      return one(`alias = ? AND ${UNFINISHED}`, alias);
    },
    async gameByJoinCode(code) {
      return one(`join_code = ? AND ${OPEN_SEAT}`, code);
    },
    async list(search, page) {
      return latestFirst([['is_private = 0'], ...conditionsOf(search)], page);
    },
    async gamesOf(person, search, page) {
      const own: Condition = ['n IN (SELECT n FROM game_people WHERE person = ?)', person];
      return latestFirst([own, ...conditionsOf(search)], page);
    },
    async dueBefore(instant, limit) {
      const due: Condition = ['deadline IS NOT NULL AND deadline < ?', toMs(instant)];
      return rowsOf([due], 'deadline', limit).map(listedGame);
    },
    async everyGame({ limit, after = '0' }) {
      const rows = rowsOf([['n > ?', Number(after)]], 'n', limit + 1);
      return pageOf(rows, limit, ({ n }) => `${n}`);
    },
    async relist(game, version, listing) {
      await writer.write({ kind: 'relist', game, version, listing: listingRow(listing) });
    },
  };
}

function conditionsOf(search: GameSearch): Condition[] {
  const { situations, ruleset, player, hasOpenSeat, aliasBegins, isPrivate } = search;
  const conditions: Condition[] = [];
  if (situations !== undefined) conditions.push([`situation IN (${situations.map(() => '?').join()})`, ...situations]);
  if (ruleset !== undefined) conditions.push(['ruleset = ?', ruleset]);
  if (player !== undefined) conditions.push(['? IN (white, black)', player]);
  if (hasOpenSeat !== undefined) conditions.push([hasOpenSeat ? OPEN_SEAT : `NOT ${OPEN_SEAT}`]);
  if (aliasBegins !== undefined) conditions.push(['substr(alias, 1, length(?)) = ?', aliasBegins, aliasBegins]);
  if (isPrivate !== undefined) conditions.push(['is_private = ?', isPrivate ? 1 : 0]);
  return conditions;
}

/** Games after the last one of the previous page. An invalid cursor gives an empty page. */
function afterCursor(cursor: string): Condition {
  const [activeAt = Number.NaN, n = Number.NaN] = cursor.split('.').map(Number);
  return Number.isSafeInteger(activeAt) && Number.isSafeInteger(n) ? ['(active_at, n) < (?, ?)', activeAt, n] : ['0'];
}

/** Undefined if the unindexed commits cannot be read; callers then use the indexed state, about a second old. */
function unlessCorrupt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Corruption) return undefined;
    throw error;
  }
}

/** Callers query one row more than `limit`, which shows whether another page follows. */
function pageOf(rows: readonly GameRow[], limit: number, cursorOf: (row: GameRow) => string): GamePage {
  const shown = rows.slice(0, limit);
  const games = shown.map(listedGame);
  const last = shown.at(-1);
  return last === undefined || rows.length <= limit ? { games } : { games, next: cursorOf(last) };
}
