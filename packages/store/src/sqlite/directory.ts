import type { Directory, GamePage, GameSearch, ListedGame, Page } from '@chessmith/service';
import { toMs } from './instants.js';
import { type GameRow, listedGame, listingRow } from './listing-row.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

/** The parts of a question's WHERE, each with its values. */
type Condition = readonly [sql: string, ...values: (string | number)[]];

const UNFINISHED = "situation <> 'terminated'";
const OPEN_SEAT = `(${UNFINISHED} AND (white IS NULL OR black IS NULL))`;

export function sqliteDirectory(reader: Reader, writer: Writer): Directory {
  const one = (sql: string, value: string): ListedGame | undefined => {
    const row = reader.get<GameRow>(`SELECT * FROM games WHERE ${sql}`, value);
    return row && listedGame(row);
  };

  function latestFirst(conditions: readonly Condition[], { limit, after }: Page): GamePage {
    const where = after === undefined ? conditions : [...conditions, behind(after)];
    const sql = `SELECT * FROM games WHERE ${where.map(([text]) => text).join(' AND ')}
      ORDER BY active_at DESC, n DESC LIMIT ?`;
    const rows = reader.all<GameRow>(sql, ...where.flatMap(([, ...values]) => values), limit + 1);
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
      const sql = 'SELECT * FROM games WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline LIMIT ?';
      return reader.all<GameRow>(sql, toMs(instant), limit).map(listedGame);
    },
    async everyGame({ limit, after = '0' }) {
      const rows = reader.all<GameRow>('SELECT * FROM games WHERE n > ? ORDER BY n LIMIT ?', Number(after), limit + 1);
      return pageOf(rows, limit, ({ n }) => `${n}`);
    },
    async relist(game, version, listing) {
      await writer.perform({ kind: 'relist', game, version, listing: listingRow(listing) });
    },
  };
}

function conditionsOf({ situations, ruleset, player, hasOpenSeat, aliasBegins }: GameSearch): Condition[] {
  const conditions: Condition[] = [];
  if (situations !== undefined) conditions.push([`situation IN (${situations.map(() => '?').join()})`, ...situations]);
  if (ruleset !== undefined) conditions.push(['ruleset = ?', ruleset]);
  if (player !== undefined) conditions.push(['? IN (white, black)', player]);
  if (hasOpenSeat !== undefined) conditions.push([hasOpenSeat ? OPEN_SEAT : `NOT ${OPEN_SEAT}`]);
  if (aliasBegins !== undefined) conditions.push(['substr(alias, 1, length(?)) = ?', aliasBegins, aliasBegins]);
  return conditions;
}

/** Behind the last game of the page before. A mark that nobody was given leads to an empty page. */
function behind(mark: string): Condition {
  const [activeAt = Number.NaN, n = Number.NaN] = mark.split('.').map(Number);
  return Number.isSafeInteger(activeAt) && Number.isSafeInteger(n) ? ['(active_at, n) < (?, ?)', activeAt, n] : ['0'];
}

/** One row more than shown was asked for: it tells whether another page follows. */
function pageOf(rows: readonly GameRow[], limit: number, markOf: (row: GameRow) => string): GamePage {
  const shown = rows.slice(0, limit);
  const games = shown.map(listedGame);
  const last = shown.at(-1);
  return last === undefined || rows.length <= limit ? { games } : { games, next: markOf(last) };
}
