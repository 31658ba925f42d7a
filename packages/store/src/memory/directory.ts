import type { Directory, GamePage, ListedGame, Page } from '@chessmith/service';
import { hasOpenSeat, isFound, isUnfinished } from '../listing.js';
import type { Games } from './games.js';

export function memoryDirectory(games: Games, guard: () => void): Directory {
  const every = (): ListedGame[] => [...games.values()].map(({ listed }) => listed);
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
      return turnTo(page, latestFirst(every().filter((listed) => !listed.isPrivate && isFound(listed, search))));
    },
    async gamesOf(person, search, page) {
      const own = every().filter(({ seats, host }) => [seats.white, seats.black, host].includes(person));
      return turnTo(page, latestFirst(own.filter((listed) => isFound(listed, search))));
    },
    async dueBefore(instant, limit) {
      return every()
        .filter(({ deadline }) => deadline !== null && deadline < instant)
        .sort((a, b) => (a.deadline! < b.deadline! ? -1 : 1))
        .slice(0, limit);
    },
    async everyGame(page) {
      return turnTo(page, every());
    },
    async relist(id, version, listing) {
      guard();
      const game = games.get(id);
      if (game?.listed.version === version) {
        game.listed = { ...listing, game: id, version, summaryVersion: version };
      }
    },
  };
}

function latestFirst(games: readonly ListedGame[]): ListedGame[] {
  return games.toReversed().sort((a, b) => compare(b.lastActivityAt, a.lastActivityAt));
}

/** A page begins behind the last game of the one before; here its id is the mark. */
function turnTo({ limit, after }: Page, games: readonly ListedGame[]): GamePage {
  const start = after === undefined ? 0 : games.findIndex(({ game }) => game === after) + 1;
  const shown = games.slice(start, start + limit);
  const last = shown.at(-1);
  return last === undefined || start + limit >= games.length ? { games: shown } : { games: shown, next: last.game };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
