import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { Games } from '../facets/games.js';
import { UNKNOWN_PERSON } from '../people/guests.js';
import type { Directory, GamePage, GameSearch, ListedGame, Page, PeopleStore, ServerChance } from '../ports/index.js';
import { notFound } from './live-games.js';

type GameFinder = Pick<Games, (`find${string}` & keyof Games) | 'list' | 'listOf'>;

/** Number of public games from which one is drawn at random. */
const MAX_CANDIDATES = 50;

/** Pages that are read at most to fill one page with listed games. */
const MAX_PAGES = 20;

const SEATS_OPEN = ['waiting-for-players', 'running'] as const;

/** Finds games. Others find a private game only by its id, its join code or the Chess Game Service id. */
export function gameFinder(deps: {
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly chance: ServerChance;
  /** Whether somebody is connected to the game now. */
  isAnyonePresent(game: GameId): boolean;
  /** Whether lists show this game to others. */
  isListed(game: ListedGame): boolean;
}): GameFinder {
  const { directory, people, chance, isAnyonePresent, isListed } = deps;

  /** Fills one page with listed games; gives a shorter page after `MAX_PAGES` reads. */
  async function list(search: GameSearch, { limit, after }: Page): Promise<GamePage> {
    const games: ListedGame[] = [];
    let next = after;
    for (let pages = 0; pages < MAX_PAGES && games.length < limit; pages++) {
      const page = await directory.list(search, { limit: limit - games.length, ...(next && { after: next }) });
      games.push(...page.games.filter(isListed));
      next = page.next;
      if (next === undefined) return { games };
    }
    return { games, ...(next && { next }) };
  }

  return {
    findById: async (id) => found(await directory.game(id), id),
    async findByAlias(alias, viewer) {
      const listed = await directory.gameByAlias(alias);
      return found(listed && mayFind(listed, viewer) ? listed : undefined, alias);
    },
    findByExternalId: async (alias) => found(await directory.gameByAlias(alias), alias),
    findByJoinCode: async (code) => found(await directory.gameByJoinCode(code), code),
    async findPublic({ ruleset, seat }, person) {
      const search = { situations: SEATS_OPEN, hasOpenSeat: true, ...(ruleset && { ruleset }) };
      const { games } = await list(search, { limit: MAX_CANDIDATES });
      const joinable = games
        // Everybody may have left a running game with open seats.
        .filter(({ game, situation }) => situation !== 'running' || isAnyonePresent(game))
        .filter(({ host, seats }) => person === null || ![host, seats.white, seats.black].includes(person));
      if (joinable.length === 0)
        return err(refusal('game/none-available', 'No public game has a free seat. Create one.'));
      const withSeat = preferring(joinable, ({ seats }) => seat !== undefined && seats[seat] === null);
      // Prefers games that somebody is connected to: the hosts of the others may never come back.
      const candidates = preferring(withSeat, ({ game }) => isAnyonePresent(game));
      return ok(withoutCode(candidates[chance.int(candidates.length)]!));
    },
    async list(search, page) {
      const { games, ...more } = await list(search, page);
      return { ...more, games: games.map(withoutCode) };
    },
    async listOf(person, viewer, search, page) {
      if ((await people.person(person)) === undefined) return err(UNKNOWN_PERSON);
      const { games, ...more } = await directory.gamesOf(person, visibleSearch(viewer, person, search), page);
      return ok({ ...more, games: games.map(withoutCode) });
    },
  };
}

/** The items that match, or all items if none does. */
function preferring<T>(all: readonly T[], holds: (one: T) => boolean): readonly T[] {
  const some = all.filter(holds);
  return some.length > 0 ? some : all;
}

/** A listing without its join code, which only the players get from the game itself. */
export const withoutCode = (listed: ListedGame): ListedGame => ({ ...listed, joinCode: null });

/** An alias can be guessed, so it does not lead others to a private game. */
const mayFind = ({ isPrivate, host, seats }: ListedGame, viewer: PersonId | null): boolean =>
  !isPrivate || (viewer !== null && [host, seats.white, seats.black].includes(viewer));

/**
 * Restricts a search of somebody's games to the public ones, unless they look at their own. Filtering a page afterwards
 * would reveal private games by its gaps and its end.
 */
export const visibleSearch = (viewer: PersonId | null, person: PersonId, search: GameSearch = {}): GameSearch =>
  person === viewer ? search : { ...search, isPrivate: false };

function found(listed: ListedGame | undefined, by: string): Result<ListedGame, Refusal> {
  return listed === undefined ? err(notFound(by)) : ok(withoutCode(listed));
}
