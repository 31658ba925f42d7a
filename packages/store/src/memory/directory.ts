import type { Directory, GamePage, ListedGame, Page } from '@chessmith/service';
import { hasOpenSeat, isUnfinished, matchesSearch, participantsAfter } from '../listing.js';
import type { Game, Games } from './games.js';

export function memoryDirectory(games: Games, assertOpen: () => void): Directory {
  const allListed = (): ListedGame[] => [...games.values()].map(({ listed }) => listed);
  const rowsWhere = (matches: (game: Game) => boolean): Row[] =>
    [...games.values()].flatMap((game, n) =>
      matches(game) ? [{ listed: game.listed, n, activeAt: Date.parse(game.listed.lastActivityAt) }] : [],
    );
  return {
    async game(id) {
      return games.get(id)?.listed;
    },
    async gameByAlias(alias) {
      return allListed().find((listed) => isUnfinished(listed) && listed.alias === alias);
    },
    async gameByJoinCode(code) {
      return allListed().find((listed) => hasOpenSeat(listed) && listed.joinCode === code);
    },
    async list(search, page) {
      return latestFirst(
        page,
        rowsWhere(({ listed }) => !listed.isPrivate && matchesSearch(listed, search)),
      );
    },
    async gamesOf(person, search, page) {
      return latestFirst(
        page,
        rowsWhere(({ listed, participants }) => participants.has(person) && matchesSearch(listed, search)),
      );
    },
    async dueBefore(instant, limit) {
      return allListed()
        .filter(({ deadline }) => deadline !== null && deadline < instant)
        .sort((a, b) => (a.deadline! < b.deadline! ? -1 : 1))
        .slice(0, limit);
    },
    async everyGame({ limit, after = '-1' }) {
      const rows = rowsWhere(() => true).filter(({ n }) => n > Number(after));
      return pageOf(rows, limit, ({ n }) => `${n}`);
    },
    async relist(id, version, listing) {
      assertOpen();
      const game = games.get(id);
      if (game?.listed.version === version) {
        game.participants = participantsAfter(game.participants, game.listed, listing);
        game.listed = { ...listing, game: id, version, summaryVersion: version };
      }
    },
  };
}

/** A game with its number in the order of creation. */
type Row = { readonly listed: ListedGame; readonly n: number; readonly activeAt: number };

function latestFirst({ limit, after }: Page, rows: readonly Row[]): GamePage {
  const [activeAt, n] = (after ?? '').split('.').map(Number) as [number, number];
  const rest = rows.filter(
    (row) => after === undefined || row.activeAt < activeAt || (row.activeAt === activeAt && row.n < n),
  );
  const sorted = rest.sort((a, b) => b.activeAt - a.activeAt || b.n - a.n);
  return pageOf(sorted, limit, (last) => `${last.activeAt}.${last.n}`);
}

function pageOf(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): GamePage {
  const games = rows.slice(0, limit).map(({ listed }) => listed);
  return rows.length <= limit ? { games } : { games, next: cursorOf(rows[limit - 1]!) };
}
