import type { Directory, GamePage, ListedGame, Log } from '../ports/index.js';
import type { Time } from '../time.js';
import { summaryOf } from './listing.js';
import { emptyLiveGame } from './live-game.js';
import type { LiveGames } from './live-games.js';

/**
 * The directory with current summaries. Most moves do not write the summary; it is computed here when somebody reads
 * the listing. A game that is not in memory is replayed from its facts and its summary stored, so that this happens
 * once.
 */
export function freshListings(deps: {
  readonly directory: Directory;
  readonly games: Pick<LiveGames, 'inMemory' | 'refresh'>;
  readonly time: Time;
  readonly log: Log;
}): Directory {
  const { directory, games, time, log } = deps;

  async function refresh(listed: ListedGame): Promise<ListedGame> {
    if (isFresh(listed)) return listed;
    const live = games.inMemory(listed.game);
    // A copy, because only the holder of the game's lock may change the live game.
    const known = { ...(live ?? emptyLiveGame(listed.game, time.now())) };
    // Facts of another server may be stored and not yet in memory.
    const isCurrent = known.game.version >= listed.version || (await games.refresh(known)).ok;
    // The listing of a damaged game stays as it is.
    if (!isCurrent) return listed;
    const newest = known.game.version === listed.version ? listed : ((await directory.game(listed.game)) ?? listed);
    if (isFresh(newest)) return newest;
    const { version } = known.game;
    const summary = summaryOf(known.referee, known.game, known);
    const shown = { ...newest, summary, summaryVersion: version };
    // One game at a time: the event loop runs between two replays.
    if (live === undefined) await relist(shown);
    return shown;
  }

  async function relist(shown: ListedGame): Promise<void> {
    try {
      await directory.relist(shown.game, shown.summaryVersion, shown);
    } catch (error) {
      log.warn('a listing could not be updated', { game: shown.game, error });
    }
  }

  const refreshOptional = async (listed: ListedGame | undefined) =>
    listed === undefined ? undefined : refresh(listed);

  async function refreshPage({ games: shown, ...more }: GamePage): Promise<GamePage> {
    const all: ListedGame[] = [];
    for (const listed of shown) all.push(isFresh(listed) ? listed : await refresh(listed));
    return { ...more, games: all };
  }

  return {
    ...directory,
    game: async (id) => refreshOptional(await directory.game(id)),
    gameByAlias: async (alias) => refreshOptional(await directory.gameByAlias(alias)),
    gameByJoinCode: async (code) => refreshOptional(await directory.gameByJoinCode(code)),
    list: async (search, page) => refreshPage(await directory.list(search, page)),
    gamesOf: async (person, search, page) => refreshPage(await directory.gamesOf(person, search, page)),
  };
}

const isFresh = ({ version, summaryVersion }: ListedGame): boolean => summaryVersion === version;
