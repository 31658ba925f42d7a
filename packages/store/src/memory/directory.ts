import type { Directory, GamePage, ListedGame, Page } from '@chessmith/service';
import { hasOpenSeat, isFound, isUnfinished, peopleAfter } from '../listing.js';
import type { Game, Games } from './games.js';

export function memoryDirectory(games: Games, guard: () => void): Directory {
  const every = (): ListedGame[] => [...games.values()].map(({ listed }) => listed);
  const rowsOf = (isMeant: (game: Game) => boolean): Row[] =>
    [...games.values()].flatMap((game, n) =>
      isMeant(game) ? [{ listed: game.listed, n, activeAt: Date.parse(game.listed.lastActivityAt) }] : [],
    );
  return {
    async game(id) {
      return games.get(id)?.listed;
    },
    async gameByAlias(alias) {
      return every().find((listed) => isUnfinished(listed) && listed.alias === alias);
    },
    async gameByJoinCode(code) {
      return every().find((listed) => hasOpenSeat(listed) && listed.joinCode === code);
    },
    async list(search, page) {
      return latestFirst(
        page,
        rowsOf(({ listed }) => !listed.isPrivate && isFound(listed, search)),
      );
    },
    async gamesOf(person, search, page) {
      return latestFirst(
        page,
        rowsOf(({ listed, people }) => people.has(person) && isFound(listed, search)),
      );
    },
    async dueBefore(instant, limit) {
      return every()
        .filter(({ deadline }) => deadline !== null && deadline < instant)
        .sort((a, b) => (a.deadline! < b.deadline! ? -1 : 1))
        .slice(0, limit);
    },
    async everyGame({ limit, after = '-1' }) {
      const rows = rowsOf(() => true).filter(({ n }) => n > Number(after));
      return pageOf(rows, limit, ({ n }) => `${n}`);
    },
    async relist(id, version, listing) {
      guard();
      const game = games.get(id);
      if (game?.listed.version === version) {
        game.people = peopleAfter(game.people, game.listed, listing);
        game.listed = { ...listing, game: id, version, summaryVersion: version };
      }
    },
  };
}

/** A game and its number, in the order of their making. */
type Row = { readonly listed: ListedGame; readonly n: number; readonly activeAt: number };

function latestFirst({ limit, after }: Page, rows: readonly Row[]): GamePage {
  const [activeAt, n] = (after ?? '').split('.').map(Number) as [number, number];
  const behind = rows.filter(
    (row) => after === undefined || row.activeAt < activeAt || (row.activeAt === activeAt && row.n < n),
  );
  const sorted = behind.sort((a, b) => b.activeAt - a.activeAt || b.n - a.n);
  return pageOf(sorted, limit, (last) => `${last.activeAt}.${last.n}`);
}

function pageOf(rows: readonly Row[], limit: number, markOf: (last: Row) => string): GamePage {
  const games = rows.slice(0, limit).map(({ listed }) => listed);
  return rows.length <= limit ? { games } : { games, next: markOf(rows[limit - 1]!) };
}
